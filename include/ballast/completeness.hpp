// Whether a dump has all memory of its module, and what that means for a limit.
#pragma once

#include "ballast/export.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ballast::inline v0 {

// A dump that is known to lack parts, for example because a log or a disk ended.
struct completeness {
    std::vector<std::string> missing; // what shows that parts are missing, one clause each
    bool has_all_sizes = true;        // false if allocations may be missing: then sizes are lower bounds

    [[nodiscard]] bool is_whole() const { return missing.empty(); }

    bool operator==(const completeness&) const = default;
};

enum class fit_verdict : std::uint8_t { fits, too_large, undecided };
// Whether a module fits, by its known size. Undecided if that fits, but is only a lower bound.
BALLAST_API fit_verdict verdict_on(std::int64_t used, std::int64_t available, bool whole);

} // namespace ballast::inline v0
