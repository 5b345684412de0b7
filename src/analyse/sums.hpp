// Sums of bytes that a text says.
#pragma once

#include <cstdint>
#include <limits>

namespace ballast::analyse {

// A sum that leaves 64 bits stays at the limit.
inline void add(std::int64_t& to, std::int64_t bytes)
{
    if (!__builtin_add_overflow(to, bytes, &to)) return;
    to = bytes < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}

// What is added up to be held against a number of the text: in 64 bits as it comes.
inline std::int64_t wrapped_sum(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
inline std::int64_t wrapped_rest(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

} // namespace ballast::analyse
