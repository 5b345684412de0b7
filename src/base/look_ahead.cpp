#include "base/look_ahead.hpp"

namespace ballast {

std::optional<std::size_t> look_ahead::end_of_lines(std::string_view text, std::string_view next_line)
{
    constexpr std::size_t deepest = 256;
    std::size_t depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (left_ == 0) return std::nullopt;
        --left_;
        const char c = text[i];
        if (c == '"') {
            in_string = !in_string;
        } else if (in_string) {
            if (c == '\\') ++i;
        } else if (c == '{') {
            if (++depth > deepest) return std::nullopt;
        } else if (c == '}') {
            if (depth != 0) --depth;
        } else if (c == '\n' && depth == 0) {
            const auto next = text.substr(i + 1);
            if (next.empty() || next.starts_with(next_line)) return i;
        }
    }
    return std::nullopt;
}

} // namespace ballast
