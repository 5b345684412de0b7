// Dump text in messages.
#pragma once

#include "base/utf8.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace ballast {

// The text in backticks, as far as it is printable: control bytes and what is no UTF-8 stand as `\x1f`. At most `limit`
// bytes of it, so that a message stays a line whatever the dump holds.
inline std::string shown(std::string_view text, std::size_t limit = 40)
{
    std::string result = "`";
    while (!text.empty()) {
        if (result.size() > limit) {
            result += "…";
            break;
        }
        const auto length = utf8::sequence_length(text);
        if (length == 0 || static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7f) {
            result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
            text.remove_prefix(1);
            continue;
        }
        result += text.substr(0, length);
        text.remove_prefix(length);
    }
    return result + '`';
}

} // namespace ballast
