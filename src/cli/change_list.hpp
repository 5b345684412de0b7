// Change lists of the closed TPU compiler, as `.cl_765218913` in the name of a file and, in the compiler's log,
// `from changelist 765218913 with baseline 737824144 in a mint client`.
#pragma once

#include "ballast/document.hpp"
#include "ballast/era.hpp"
#include "ballast/finding.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

// A time that a change list allows, and the words for where it stands.
struct allowed_time {
    era_set times;
    std::string source; // `change list 765218913 in the name`
};

// By `.cl_N` in the name of a dump: no later than N, since N is the last pick of a branch that began earlier. Nothing
// if the name has none.
std::optional<allowed_time> allowed_by_name(std::string_view path);

// The baselines of a log, by line: texts after a baseline, up to the next one, are of exactly that time.
class log_baselines {
public:
    explicit log_baselines(std::string_view log);
    // For a text that begins at a line, counted from 1: by the last baseline before it, else the first one of the log.
    [[nodiscard]] std::optional<allowed_time> allowed_at(std::int64_t line) const;

private:
    struct baseline {
        std::int64_t line;
        std::int64_t change_list;
    };
    std::vector<baseline> all_;
};

// The finding that a text is of another time.
std::optional<finding> not_of_time(const document& read, const allowed_time& allowed);

} // namespace ballast::cli
