#include "ballast/text.hpp"

#include "base/utf8.hpp"
#include "era/timeline.hpp"

#include <algorithm>

namespace ballast::inline v0 {

namespace {

bool is_octal(char c) { return c >= '0' && c <= '7'; }

} // namespace

std::string unescaped(std::string_view text)
{
    const auto first = std::min(text.find('\\'), text.size());
    std::string result;
    result.reserve(text.size());
    result.append(text, 0, first);
    for (auto i = first; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            result += text[i];
            continue;
        }
        const char next = text[++i];
        switch (next) {
        case 'n': result += '\n'; break;
        case 'r': result += '\r'; break;
        case 't': result += '\t'; break;
        case '"':
        case '\'':
        case '\\': result += next; break;
        default:
            if (i + 2 < text.size() && next <= '3' && is_octal(next) && is_octal(text[i + 1]) &&
                is_octal(text[i + 2])) {
                result += static_cast<char>((next - '0') * 64 + (text[i + 1] - '0') * 8 + (text[i + 2] - '0'));
                i += 2;
            } else {
                result += '\\';
                result += next;
            }
        }
    }
    return result;
}

std::string escaped(std::string_view bytes)
{
    std::string result;
    result.reserve(bytes.size());
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        switch (c) {
        case '\n': result += "\\n"; break;
        case '\r': result += "\\r"; break;
        case '\t': result += "\\t"; break;
        case '"': result += "\\\""; break;
        case '\'': result += "\\'"; break;
        case '\\': result += "\\\\"; break;
        default:
            if (byte >= 0x20 && byte < 0x7f) {
                result += c;
            } else {
                result += '\\';
                result += static_cast<char>('0' + byte / 64);
                result += static_cast<char>('0' + byte / 8 % 8);
                result += static_cast<char>('0' + byte % 8);
            }
        }
    }
    return result;
}

std::string decoded(const ast::text& text, commit_time when)
{
    switch (text.form) {
    case ast::text_form::escaped: return unescaped(text.bytes);
    case ast::text_form::either:
        return timeline::printed_at(feature::frontend_raw, when) ? std::string(text.bytes) : unescaped(text.bytes);
    default: return std::string(text.bytes);
    }
}

namespace {

// The text without leading blanks and comments.
std::string_view without_blanks(std::string_view text)
{
    while (!text.empty()) {
        auto end = text.find_first_not_of(" \t\r\n");
        if (end == 0 && text.starts_with("//")) {
            end = std::min(text.find('\n'), text.size());
        } else if (end == 0 && text.starts_with("/*")) {
            end = text.find("*/", 2);
            if (end == std::string_view::npos) return text;
            end += 2;
        }
        if (end == 0) return text;
        text.remove_prefix(std::min(end, text.size()));
    }
    return text;
}

} // namespace

bool is_dict(std::string_view text)
{
    text = without_blanks(text);
    if (!text.starts_with('{')) return false;
    std::size_t depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '{') ++depth;
        if (text[i] == '}' && --depth == 0) return without_blanks(text.substr(i + 1)).empty();
        if (text[i] != '"') continue;
        for (++i; i < text.size() && text[i] != '"';) {
            if (text[i] == '\\') {
                if (i + 1 >= text.size() || text[i + 1] == '\n') return false;
                i += 2;
                continue;
            }
            const auto length = utf8::sequence_length(text.substr(i));
            if (length == 0) return false;
            i += length;
        }
        if (i >= text.size()) return false;
    }
    return false;
}

} // namespace ballast::inline v0
