#include "base/shown.hpp"

#include "base/utf8.hpp"

#include <fmt/format.h>

namespace ballast {

std::size_t shown_length(std::string_view text)
{
    const auto length = utf8::sequence_length(text);
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    switch (length) {
    case 1:
        if (text[0] == '#' && (text.starts_with("##[") || text.starts_with("##vso["))) return 0;
        return byte(0) < 0x20 || byte(0) == 0x7f ? 0 : 1;
    case 2:
        if (byte(0) == 0xc2 && byte(1) < 0xa0) return 0; // C1
        return text.starts_with("\u061c") ? 0 : 2;       // Arabic letter mark
    case 3: {
        const auto point = (byte(0) & 0xfU) << 12 | (byte(1) & 0x3fU) << 6 | (byte(2) & 0x3fU);
        const bool turns = point == 0x200e || point == 0x200f || (point >= 0x202a && point <= 0x202e) ||
                           (point >= 0x2066 && point <= 0x2069);
        const bool no_width = point == 0x2028 || point == 0x2029 || point == 0xfeff;
        return turns || no_width ? 0 : 3;
    }
    default: return length;
    }
}

bool is_workflow_command(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    return first != std::string_view::npos && text.substr(first).starts_with("::");
}

void append_printable(std::string& to, std::string_view& text)
{
    if (const char first = text[0]; first >= ' ' && first <= '~' && first != '#') {
        to += first;
        text.remove_prefix(1);
        return;
    }
    const bool hidden = shown_length(text) == 0;
    const auto code_point = utf8::take_code_point(text);
    if (!hidden)
        to += code_point;
    else
        for (const char c : code_point) to += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
}

std::string printable(std::string_view text)
{
    std::string result;
    if (is_workflow_command(text)) {
        const auto colon = text.find(':');
        result.append(text.substr(0, colon)).append("\\x3a");
        text.remove_prefix(colon + 1);
    }
    while (!text.empty()) append_printable(result, text);
    return result;
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
