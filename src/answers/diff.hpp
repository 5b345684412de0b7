// The answer of `diff`: what changed between two modules, or two folders of them.
#pragma once

#include "answers/load.hpp"
#include "answers/outcome.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::answers {

struct diff_question {
    run by;
    std::optional<std::int64_t> space;
    // The limit of --max-growth.
    std::optional<double> most_percent;
    std::optional<std::uint64_t> most_bytes;
    std::string metric = "total";
    std::optional<memory_limit> limit; // which the modules after must fit

    [[nodiscard]] bool has_limit() const { return most_percent || most_bytes || limit; }
};

// The modules of two sides.
struct compared_sides : outcome {
    module_side before;
    module_side after;
    std::vector<compared_module> all; // refers to the sides
    bool has_answer = false;
};
// With a limit, the exit code 1 means that it is exceeded.
compared_sides compare(std::string_view command, const files::found_files& before, const files::found_files& after,
                       const run& by, bool has_limit);

struct diff_answer : compared_sides {};
diff_answer diff(const files::found_files& before, const files::found_files& after, const diff_question& question);

} // namespace ballast::inline v0::answers
