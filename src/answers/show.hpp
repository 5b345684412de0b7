// The answer of `show`: which buffers hold the memory of a module, or what a message about memory says.
#pragma once

#include "answers/receiver.hpp"
#include "ballast/analysis.hpp"
#include "ballast/files.hpp"
#include "ballast/fit.hpp"
#include "ballast/render.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ballast::inline v0::answers {

enum class form : std::uint8_t { text, markdown, json };

struct show_question {
    files::options reading;
    form as = form::text;
    render::view_options view;
    std::optional<std::string> why;    // one buffer, by its name, id or label
    std::uint64_t most_bytes = 0;      // of the total of a space, as in --max; 0: no limit
    std::optional<memory_limit> limit; // the memory that the module must fit

    // With a limit, the exit code 1 means that it is exceeded.
    [[nodiscard]] bool is_limited() const { return most_bytes != 0 || limit; }
};

// A file that can be a log.
struct log_input {
    std::string shown; // its name in output
    std::string path;
    bool is_of_xla = false; // it begins like a file that XLA writes, or is named like one
    // Reads all of its text; null if it cannot be read.
    std::function<std::shared_ptr<const source_text>()> text;
};

// The inputs of a question.
struct module_source {
    // The files, with logs replaced by their texts. Empty if there are none, which is reported. Called once.
    std::function<std::vector<files::input_file>()> inputs;
    // Groups files into modules, the largest total first. If it is missing, all files are one module.
    std::function<files::folder_summary(const std::vector<files::input_file>&)> summarise{};
    // The files that can be logs. Read if the texts in them are not the whole answer. May be missing.
    std::function<std::vector<log_input>()> logs{};
    // Those of folders, which are read if nothing else answers. May be missing.
    std::function<std::vector<log_input>()> folder_logs{};
    // Reports that folders have no dumps. Called if they have no logs that answer either. May be missing.
    std::function<void()> report_empty{};
    // Words of a shell for hints: one file, and all paths. Empty if the inputs are not in files.
    std::string path_of_one{};
    std::string path_of_all{};
};

// Shows the module with the largest total. `dump` has the module that a message is about, as in --dump; null if it was
// not given. Returns the exit code.
int show(const module_source& of, const module_source* dump, const show_question& asked, receiver& to);

} // namespace ballast::inline v0::answers
