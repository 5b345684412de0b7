#include "base/shown.hpp"

#include "base/utf8.hpp"

#include <fmt/format.h>

namespace ballast {

void append_printable(std::string& to, std::string_view& text)
{
    const auto length = utf8::sequence_length(text);
    if (length == 0 || static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7f) {
        to += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
        text.remove_prefix(1);
    } else {
        to += text.substr(0, length);
        text.remove_prefix(length);
    }
}

std::string shown(std::string_view text, std::size_t limit)
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
