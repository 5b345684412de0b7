#include "describe/examples.hpp"

#include "describe/markdown.hpp"

#include <algorithm>
#include <utility>

namespace ballast::describe {

namespace {

bool is_mark(std::string_view line)
{
    line = without_line_end(line);
    const auto begin = line.find_first_not_of(' ');
    if (begin == std::string_view::npos) return false;
    line.remove_prefix(begin);
    return line == "^" || (line.starts_with("^ [") && line.ends_with("]"));
}

} // namespace

std::vector<example> examples_of(std::string_view chapter)
{
    std::vector<example> result;
    const auto lines = lines_of(chapter);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!lines[i].starts_with(fence)) continue;
        const auto words = words_of(without_line_end(lines[i]).substr(fence.size()));
        example e;
        e.line = i + 1;
        const auto* const begin = lines[i].data() + lines[i].size();
        for (++i; i < lines.size() && without_line_end(lines[i]) != fence;) ++i;
        if (words.empty() || i == lines.size() || (words[0] != "accepted" && words[0] != "refused")) continue;
        e.block = {begin, static_cast<std::size_t>(lines[i].data() - begin)};
        e.accepted = words[0] == "accepted";
        for (const auto word : words) {
            const auto value = word.substr(std::min(word.find('='), word.size() - 1) + 1);
            if (word.starts_with("rule=") || word.starts_with("section=")) e.production = value;
            if (word.starts_with("rule=") || word == "each") e.by_line = true;
            if (word.starts_with("era=")) e.era = value;
            if (word.starts_with('C')) e.rules.push_back(word);
        }
        result.push_back(std::move(e));
    }
    return result;
}

std::vector<example_text> texts_of(const example& e)
{
    std::vector<example_text> result;
    if (!e.by_line) result.push_back({e.production, {}, e.line + 1, {}, {}, 0});
    std::size_t line = e.line;
    std::size_t above = 0; // lines of the text
    for (const auto text : lines_of(e.block)) {
        ++line;
        if (!e.accepted && is_mark(text)) {
            if (result.empty()) continue;
            result.back().mark = without_line_end(text);
            result.back().marked = e.by_line ? 1 : above;
        } else if (e.by_line) {
            const auto bare = without_line_end(text);
            const auto colon = std::min(bare.find(": "), bare.size());
            const auto before = e.production.empty() ? std::min(colon + 2, bare.size()) : 0;
            result.push_back({e.production.empty() ? bare.substr(0, colon) : e.production,
                              std::string(bare.substr(before)),
                              line,
                              std::string(bare.substr(0, before)),
                              {},
                              0});
        } else {
            result.back().text += text;
            ++above;
        }
    }
    return result;
}

} // namespace ballast::describe
