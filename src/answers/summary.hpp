// The answer of `summary`: the modules of folders and the failures in logs.
#pragma once

#include "answers/show.hpp"

#include <cstdint>
#include <optional>

namespace ballast::inline v0::answers {

struct summary_question {
    files::options reading;
    form as = form::text;
    render::table_options tables;
    std::optional<std::int64_t> space;
    std::uint64_t most_bytes = 0; // of a total, as in --max; 0: no limit

    // With a limit, the exit code 1 means that it is exceeded.
    [[nodiscard]] bool is_limited() const { return most_bytes != 0 || tables.limit; }
};

// Lists the modules by their totals, and the failures that logs report. Returns the exit code.
int summary(const module_source& of, const summary_question& asked, receiver& to);

} // namespace ballast::inline v0::answers
