// The lines and words of a document in Markdown.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace ballast::describe {

inline constexpr std::string_view fence = "```";

// With their line feeds.
inline std::vector<std::string_view> lines_of(std::string_view text)
{
    std::vector<std::string_view> result;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size() - 1);
        result.push_back(text.substr(0, end + 1));
        text.remove_prefix(end + 1);
    }
    return result;
}

inline std::string_view without_line_end(std::string_view line)
{
    if (line.ends_with('\n')) line.remove_suffix(1);
    return line;
}

inline std::vector<std::string_view> words_of(std::string_view text)
{
    std::vector<std::string_view> result;
    while (!text.empty()) {
        const auto end = std::min(text.find(' '), text.size());
        if (end != 0) result.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

} // namespace ballast::describe
