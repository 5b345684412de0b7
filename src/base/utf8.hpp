// Code points in bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace ballast::utf8 {

// The size in bytes of the first code point of `text`; 0 if it is not valid UTF-8 (overlong forms and surrogates are
// not).
inline std::size_t sequence_length(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (text.empty()) return 0;
    const unsigned lead = byte(0);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xc0) != 0x80) return 0;
    if (lead == 0xe0 && byte(1) < 0xa0) return 0;
    if (lead == 0xed && byte(1) > 0x9f) return 0;
    if (lead == 0xf0 && byte(1) < 0x90) return 0;
    if (lead == 0xf4 && byte(1) > 0x8f) return 0;
    return length;
}

// Removes the first code point of a text that is not empty, and returns it; a byte that is not valid UTF-8 counts as
// one.
inline std::string_view take_code_point(std::string_view& text)
{
    const auto result = text.substr(0, std::max<std::size_t>(1, sequence_length(text)));
    text.remove_prefix(result.size());
    return result;
}

// The text with U+FFFD instead of each byte that is not valid UTF-8.
inline std::string replacing_invalid(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const bool valid = sequence_length(text) != 0;
        const auto code_point = take_code_point(text);
        result += valid ? code_point : "\xef\xbf\xbd";
    }
    return result;
}

// The number of code points in `text`.
inline std::size_t code_points(std::string_view text)
{
    std::size_t result = 0;
    for (; !text.empty(); ++result) take_code_point(text);
    return result;
}

// The start of `text`, at most `bytes` bytes, without a partial code point.
inline std::string_view prefix(std::string_view text, std::size_t bytes)
{
    if (text.size() <= bytes) return text;
    while (bytes != 0 && (static_cast<unsigned char>(text[bytes]) & 0xc0) == 0x80) --bytes;
    return text.substr(0, bytes);
}

} // namespace ballast::utf8
