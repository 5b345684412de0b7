// Texts in JSON.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace ballast::json {

// The first byte that is escaped in JSON or ends a text there, or `end`.
inline const char* first_special(const char* at, const char* end)
{
    constexpr std::uint64_t ones = 0x0101010101010101U;
    constexpr std::uint64_t highs = 0x8080808080808080U;
    // The high bit of a byte is set if that byte is the first one below `limit`, or one after it.
    const auto below = [](std::uint64_t bytes, std::uint64_t limit) { return (bytes - ones * limit) & ~bytes & highs; };
    for (; end - at >= 8; at += 8) {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, at, sizeof bytes);
        if ((below(bytes, ' ') | below(bytes ^ (ones * '"'), 1) | below(bytes ^ (ones * '\\'), 1)) != 0) break;
    }
    return std::find_if(at, end, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '"' || c == '\\'; });
}

} // namespace ballast::json
