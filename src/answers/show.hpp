// The answer of `show`: which buffers hold the memory of a module, or what a message about memory says.
#pragma once

#include "answers/load.hpp"
#include "answers/log_answer.hpp"
#include "answers/outcome.hpp"
#include "ballast/analysis.hpp"
#include "ballast/answers.hpp"
#include "ballast/fit.hpp"
#include "ballast/tpu_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ballast::inline v0::answers {

struct show_question {
    run by;
    std::optional<std::int64_t> space; // only this one
    std::optional<std::int64_t> step;  // instead of the peaks
    std::optional<std::string> why;    // one buffer, by its name, id or label
    std::uint64_t most_bytes = 0;      // of the total of a space, as in --max; 0: no limit
    std::optional<memory_limit> limit; // the memory that the module must fit

    // With a limit, the exit code 1 means that it is exceeded.
    [[nodiscard]] bool is_limited() const { return most_bytes != 0 || limit; }
};

// The dump of the module that a message about memory is about, of --dump.
struct dump_of_message {
    std::vector<shown_file> files;
    std::string module;
    std::int64_t steps = 0; // length of the schedule
    std::vector<tpu_match> matches;
    std::string guess;   // why it is this module; empty if the text names it
    shown_module memory; // which is shown after the message
};

// A text about the memory of a TPU.
struct tpu_answer {
    tpu_memory memory;
    std::string name;
    std::vector<shown_file> files;
    std::string era;
    std::vector<message_view> messages; // beside it in a log
};

struct show_answer : outcome {
    using messages = std::vector<message_view>;
    using failures = std::vector<read_text>;

    std::variant<std::monostate, shown_module, std::vector<buffer_story>, messages, tpu_answer, failures> what{};
    std::optional<dump_of_message> dump{};

    [[nodiscard]] bool has_answer() const { return what.index() != 0; }
};

// Shows the module with the largest total. `dump` has the module that a message is about, as in --dump; null if it was
// not given.
show_answer show(const files::found_files& of, const files::found_files* dump, const show_question& question);

} // namespace ballast::inline v0::answers
