// Sums of bytes that do not overflow.
#pragma once

#include <cstdint>
#include <limits>

namespace ballast {

// The sum, or the nearest number that fits.
inline std::int64_t saturating_sum(std::int64_t a, std::int64_t b)
{
    std::int64_t sum = 0;
    if (!__builtin_add_overflow(a, b, &sum)) return sum;
    return b < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}

} // namespace ballast
