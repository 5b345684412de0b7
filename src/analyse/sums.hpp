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

} // namespace ballast::analyse
