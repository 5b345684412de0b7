// Texts in JSON.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace ballast::json {

// Which bytes are special: those that are escaped or end a text in JSON, and perhaps those that are not ASCII.
enum class special : bool { in_json, or_not_ascii };

// The first special byte, or `end`.
template <special Which = special::in_json>
const char* first_special(const char* at, const char* end)
{
    constexpr bool ascii = Which == special::or_not_ascii;
    constexpr std::uint64_t ones = 0x0101010101010101U;
    constexpr std::uint64_t highs = 0x8080808080808080U;
    // The high bit of a byte is set if that byte is the first one below `limit`, or one after it.
    const auto below = [](std::uint64_t bytes, std::uint64_t limit) { return (bytes - ones * limit) & ~bytes & highs; };
    for (; end - at >= 8; at += 8) {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, at, sizeof bytes);
        const auto found = below(bytes, ' ') | below(bytes ^ (ones * '"'), 1) | below(bytes ^ (ones * '\\'), 1);
        if ((found | (ascii ? bytes & highs : 0)) != 0) break;
    }
    return std::find_if(at, end, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < ' ' || c == '"' || c == '\\' || (ascii && byte >= 0x80);
    });
}

} // namespace ballast::json
