// Texts in JSON.
#pragma once

#include "base/byte_runs.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace ballast::json {

// Which bytes are special: those that are escaped or end a text in JSON, and perhaps those that are not ASCII.
enum class special : bool { in_json, or_not_ascii };

template <special Which>
struct not_special {
    static constexpr bool bytes(char c)
    {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= ' ' && c != '"' && c != '\\' && (Which == special::in_json || byte < 0x80);
    }
};

// True if one of eight bytes is special.
template <special Which>
bool any_special(std::uint64_t bytes)
{
    constexpr std::uint64_t ones = 0x0101010101010101U;
    constexpr std::uint64_t highs = 0x8080808080808080U;
    // A high bit is set if a byte is below `limit`.
    const auto below = [](std::uint64_t x, std::uint64_t limit) { return (x - ones * limit) & ~x & highs; };
    const auto found = below(bytes, ' ') | below(bytes ^ (ones * '"'), 1) | below(bytes ^ (ones * '\\'), 1);
    return (found | (Which == special::or_not_ascii ? bytes & highs : 0)) != 0;
}

// The first special byte, or `end`. Most texts are short: their last bytes are looked at together with some before
// them.
template <special Which = special::in_json>
const char* first_special(const char* at, const char* end)
{
    const auto size = end - at;
    const auto run = [](const char* first, const char* last) {
        return byte_runs::end_of_run<not_special<Which>>(first, last);
    };
    if (size >= 16) {
        const char* const blocks = end - size % 16;
        const char* const found = run(at, blocks);
        return found == blocks ? run(end - 16, end) : found;
    }
    const auto load = [](const char* from, auto& bytes) { std::memcpy(&bytes, from, sizeof bytes); };
    if (size >= 8) {
        std::uint64_t first = 0;
        std::uint64_t last = 0;
        load(at, first);
        load(end - 8, last);
        if (!any_special<Which>(first) && !any_special<Which>(last)) return end;
    } else if (size >= 4) {
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        load(at, first);
        load(end - 4, last);
        if (!any_special<Which>(std::uint64_t{first} << 32 | last)) return end;
    }
    return std::find_if_not(at, end, not_special<Which>::bytes);
}

} // namespace ballast::json
