#include "describe/examples.hpp"

#include "describe/markdown.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
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

std::optional<example::kind> kind_of(std::string_view word)
{
    if (word == "accepted") return example::kind::accepted;
    if (word == "refused") return example::kind::refused;
    if (word == "reported") return example::kind::reported;
    if (word == "free") return example::kind::free;
    return std::nullopt;
}

void set_option(example& e, std::string_view word)
{
    const auto value = word.substr(std::min(word.find('='), word.size() - 1) + 1);
    if (word.starts_with("rule=") || word.starts_with("section=")) e.production = value;
    if (word.starts_with("rule=") || word == "each") e.by_line = true;
    if (word.starts_with("change=")) e.changed = value;
    if (word.starts_with("name=")) e.name = value;
    if (word.starts_with("beside=")) e.beside = value;
    if (word.starts_with("file-name=")) e.file_name = value;
    if (word.starts_with("era=")) e.era = value;
    if (word == "escaped") e.escaped = true;
    if (word == "audit") e.audit = true;
    if (word.starts_with('C')) e.rules.push_back(word);
}

// The bytes of a block with `escaped`.
std::string unescaped(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        unsigned char byte = 0;
        if (text.starts_with('\n')) {
            text.remove_prefix(1);
        } else if (text.starts_with("\\x") && text.size() >= 4 &&
                   std::from_chars(text.data() + 2, text.data() + 4, byte, 16).ec == std::errc()) {
            result += static_cast<char>(byte);
            text.remove_prefix(4);
        } else if (text.starts_with("\\n") || text.starts_with("\\\\")) {
            result += text[1] == 'n' ? '\n' : '\\';
            text.remove_prefix(2);
        } else {
            result += text.front();
            text.remove_prefix(1);
        }
    }
    return result;
}

// --- changes ---------------------------------------------------------------------------------------------------------

constexpr std::string_view next_hunk = "@@\n";

// Lines that follow each other in a file, and what they become.
struct hunk {
    std::string before;
    std::string after;
    std::size_t begin = 0; // among the lines that are shown
    std::size_t end = 0;
};

std::vector<hunk> hunks_of(const std::vector<shown_line>& lines)
{
    std::vector<hunk> result{{}};
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto line = lines[i].shown;
        if (line == next_hunk) {
            result.push_back({{}, {}, i + 1, i + 1});
            continue;
        }
        auto& last = result.back();
        last.end = i + 1;
        if (!line.starts_with('+')) last.before += line.substr(line == "\n" ? 0 : 1);
        if (!line.starts_with('-')) last.after += line.substr(line == "\n" ? 0 : 1);
    }
    return result;
}

// The place of the lines in the text; empty if they occur several times or not at all.
std::optional<std::size_t> place_of(const std::string& lines, const std::string& text)
{
    std::optional<std::size_t> result;
    for (auto at = text.find(lines); at != std::string::npos && !lines.empty(); at = text.find(lines, at + 1)) {
        if (at != 0 && text[at - 1] != '\n') continue;
        if (result) return std::nullopt;
        result = at;
    }
    return result;
}

void number(std::vector<shown_line>& lines, const hunk& h, std::size_t first)
{
    for (auto i = h.begin; i < h.end; ++i)
        if (!lines[i].shown.starts_with('-')) lines[i].number = first++;
}

// Applies the change to the text of the file. Hunks are in the order of the file.
void change(example_text& of, const std::string& file)
{
    of.text = file;
    for (const auto& h : hunks_of(of.shown)) {
        const auto at = place_of(h.before, of.text);
        if (!at) {
            of.fault = "these lines are not in the file, or more than once:\n" + h.before;
            return;
        }
        of.text.replace(*at, h.before.size(), h.after);
        const auto lines = std::count(of.text.begin(), of.text.begin() + static_cast<std::ptrdiff_t>(*at), '\n');
        number(of.shown, h, static_cast<std::size_t>(lines) + 1);
    }
}

// --- texts -----------------------------------------------------------------------------------------------------------

example_text begun(const example& e)
{
    example_text result;
    result.production = e.production;
    result.line = e.line + 1;
    result.before = e.changed.empty() ? 0 : 1;
    return result;
}

void add_line(example_text& to, const example& e, std::string_view line)
{
    to.shown.push_back({line, e.changed.empty() ? to.shown.size() + 1 : 0});
    if (e.changed.empty()) to.text += line;
}

example_text text_of_line(const example& e, std::string_view line, std::size_t number)
{
    auto result = begun(e);
    result.line = number;
    const auto bare = without_line_end(line);
    if (e.production.empty()) {
        const auto colon = std::min(bare.find(": "), bare.size());
        result.production = bare.substr(0, colon);
        result.before = std::min(colon + 2, bare.size());
    }
    result.text = bare.substr(result.before);
    result.shown.push_back({line, 1});
    return result;
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
        const auto is = words.empty() ? std::nullopt : kind_of(words[0]);
        if (!is || i == lines.size()) continue;
        e.is = *is;
        e.block = {begin, static_cast<std::size_t>(lines[i].data() - begin)};
        for (const auto word : words) set_option(e, word);
        result.push_back(std::move(e));
    }
    return result;
}

std::vector<example_text> texts_of(const example& e, const named_files& files)
{
    std::vector<example_text> result;
    if (!e.by_line) result.push_back(begun(e));
    std::size_t line = e.line;
    for (const auto text : lines_of(e.block)) {
        ++line;
        if (is_mark(text)) {
            if (!result.empty() && !result.back().shown.empty()) result.back().shown.back().marks += text;
        } else if (e.by_line) {
            result.push_back(text_of_line(e, text, line));
        } else {
            add_line(result.back(), e, text);
        }
    }
    if (result.empty()) return result;
    for (const auto name : {e.changed, e.beside})
        if (!name.empty() && !files.contains(name))
            result.back().fault = "there is no file `" + std::string(name) + "`";
    if (!e.changed.empty() && result.back().fault.empty()) change(result.back(), files.find(e.changed)->second);
    if (e.escaped) result.back().text = unescaped(result.back().text);
    return result;
}

void add_named_files(const std::vector<example>& examples, named_files& to)
{
    for (const auto& e : examples)
        if (!e.name.empty()) to.emplace(e.name, texts_of(e, {}).front().text);
}

} // namespace ballast::describe
