// Dump text in messages.
#pragma once

#include "base/utf8.hpp"

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>

namespace ballast {

// Appends the first character of a text that is not empty, and takes it off: control bytes and what is no UTF-8 stand
// as `\x1f`.
inline void append_printable(std::string& to, std::string_view& text)
{
    const auto length = utf8::sequence_length(text);
    if (length == 0 || static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7f) {
        fmt::format_to(std::back_inserter(to), "\\x{:02x}", static_cast<unsigned char>(text[0]));
        text.remove_prefix(1);
    } else {
        to += text.substr(0, length);
        text.remove_prefix(length);
    }
}

// The text in backticks, as far as it is printable. At most `limit` bytes of it, so that a message stays a line
// whatever the dump holds.
inline std::string shown(std::string_view text, std::size_t limit = 40)
{
    std::string result = "`";
    while (!text.empty()) {
        if (result.size() > limit) {
            result += "…";
            break;
        }
        append_printable(result, text);
    }
    return result + '`';
}

} // namespace ballast
