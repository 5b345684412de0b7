// The answer of `summary`: the modules of folders and the failures in logs.
#pragma once

#include "answers/load.hpp"
#include "answers/log_answer.hpp"
#include "answers/outcome.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace ballast::inline v0::answers {

struct summary_question {
    run by;
    std::optional<std::int64_t> space;
    std::uint64_t most_bytes = 0; // of a total, as in --max; 0: no limit
    std::optional<memory_limit> limit;

    // With a limit, the exit code 1 means that it is exceeded.
    [[nodiscard]] bool is_limited() const { return most_bytes != 0 || limit; }
};

struct summary_answer : outcome {
    bool has_answer = false;
    folder_summary all;
    std::vector<read_text> failures;

    [[nodiscard]] bool has_modules() const
    {
        return all.modules + all.elsewhere + all.without + all.refused + all.unreadable != 0;
    }
};

// The modules by their totals, and the failures that logs report.
summary_answer summary(const files::found_files& of, const summary_question& question);

} // namespace ballast::inline v0::answers
