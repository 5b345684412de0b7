// What a change of the memory is from, in a clause.
#pragma once

#include "ballast/analysis.hpp"
#include "ballast/export.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace ballast::inline v0 {

// `+1.50 MiB`, `-20 B`.
BALLAST_API std::string signed_size(std::int64_t change);
// `+12.3%`; empty if there was nothing before.
BALLAST_API std::string signed_share(std::int64_t change, std::int64_t before);

// The change that makes up at least half of a change of a metric, or else the largest one; empty if unknown.
BALLAST_API std::string largest_cause(const memory_diff& what, const space_change& space, std::int64_t by,
                                      std::string_view metric);

} // namespace ballast::inline v0
