// Change lists of the closed TPU compiler, as `.cl_765218913` in the name of a file and, in the compiler's log,
// `from changelist 765218913 with baseline 737824144 in a mint client`.
#pragma once

#include "ballast/document.hpp"
#include "ballast/era.hpp"
#include "ballast/extract.hpp"
#include "ballast/finding.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::answers {

// The time that a change list allows, and a description of its source.
struct allowed_time {
    era_set times;
    std::string source; // `change list 765218913 in the name`
};

// From `.cl_N` in the name of a dump: no later than N, since N is the last change picked into an older branch. Empty if
// the name has none.
std::optional<allowed_time> allowed_by_name(std::string_view path);

// The baselines of a log, by line. Texts between a baseline and the next one date from exactly that change.
class log_baselines {
public:
    explicit log_baselines(std::string_view log);
    // The time of a text that starts at a line, counted from 1: from the last baseline before it, or else the first
    // one.
    [[nodiscard]] std::optional<allowed_time> allowed_at(std::int64_t line) const;

private:
    struct baseline {
        std::int64_t line;
        std::int64_t change_list;
    };
    std::vector<baseline> all_;
};

// The finding that a text is from another time.
std::optional<finding> not_of_time(const document& read, const allowed_time& allowed);

// The findings of a text in a log. Its time is decided by the baseline of the log; the name in a frame counts only if
// there is none.
std::vector<finding> findings_of(const extraction& found, const log_baselines& baselines);

} // namespace ballast::inline v0::answers
