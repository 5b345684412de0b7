// Sums of the bytes in a text.
#pragma once

#include <cstdint>
#include <limits>

namespace ballast::analyse {

// A saturating sum.
inline void add(std::int64_t& to, std::int64_t bytes)
{
    if (!__builtin_add_overflow(to, bytes, &to)) return;
    to = bytes < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}

// A wrapping 64-bit sum, for comparison with a number in the text.
inline std::int64_t wrapped_sum(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
inline std::int64_t wrapped_rest(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

} // namespace ballast::analyse
