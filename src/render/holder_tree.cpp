#include "render/holder_tree.hpp"

#include "base/human_size.hpp"
#include "base/letters.hpp"
#include "base/saturating_sum.hpp"
#include "render/space_name.hpp"
#include "render/table.hpp"
#include "render/text.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>

namespace ballast::inline v0::render {

namespace {

constexpr bool is_letter(char c) { return lower_letter(c) >= 'a' && lower_letter(c) <= 'z'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
    return text;
}

// Takes the text before the separator off, with the separator.
std::string_view taken_until(std::string_view& text, char separator)
{
    const auto end = std::min(text.find(separator), text.size());
    const auto result = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return result;
}

// Frameworks name a repeated part of a model with one of these words and its index.
bool names_a_layer(std::string_view word)
{
    constexpr std::array<std::string_view, 8> words{"layer", "layers", "block",  "blocks",
                                                    "h",     "stage",  "stages", "cell"};
    return std::ranges::find(words, lower_case(word)) != words.end();
}

class tree_writer {
public:
    tree_writer(const memory_view& view, const std::vector<std::string>& keys,
                const std::vector<buffer_pattern>& groups)
        : view_(view), keys_(keys), groups_(groups), table_({side::right, side::right, side::right, side::left})
    {
    }

    std::string run()
    {
        std::string out = printable(view_.title()) + '\n';
        for (const auto* space : view_.main_spaces()) {
            std::vector<std::size_t> all;
            for (std::size_t i = 0; i < view_.memory.holders.size(); ++i)
                if (view_.memory.holders.numbers(i).space == space->space) all.push_back(i);
            in_use_ = view_.in_use(*space);
            out += fmt::format("{} in space {}: {}\n\n", view_.memory.from_report ? "total" : "in use at the peak",
                               space_name(view_, space->space), size_text(in_use_));
            table_.row({"size", "share", "count", fmt::format("{}", fmt::join(keys_, ", "))});
            divide(all, 0);
            table_.print(out, view_.columns, {{3, 20}});
        }
        return view_.plain ? ascii(out) : out;
    }

private:
    using side = table::side;

    struct part {
        std::string key;
        std::int64_t bytes = 0;
        std::vector<std::size_t> holders{};
    };

    void divide(const std::vector<std::size_t>& holders, std::size_t level)
    {
        std::vector<part> parts;
        std::unordered_map<std::string, std::size_t> known;
        for (const auto i : holders) {
            const auto h = view_.memory.holders[i];
            auto key = key_in(h, keys_[level]);
            const auto [found, is_new] = known.try_emplace(key, parts.size());
            if (is_new) parts.push_back({std::move(key)});
            auto& of = parts[found->second];
            of.bytes = saturating_sum(of.bytes, h.bytes);
            of.holders.push_back(i);
        }
        std::ranges::stable_sort(parts, {}, [](const part& p) { return -p.bytes; });
        // A line for one part can be the part.
        const auto shown = view_.top == 0 || parts.size() <= view_.top + 1 ? parts.size() : view_.top;
        for (std::size_t i = 0; i < shown; ++i) {
            row(parts[i].bytes, parts[i].holders.size(), level,
                parts[i].key.empty() ? "(unknown)" : printable(parts[i].key));
            if (level + 1 < keys_.size()) divide(parts[i].holders, level + 1);
        }
        if (shown == parts.size()) return;
        std::int64_t bytes = 0;
        std::size_t count = 0;
        for (auto i = shown; i < parts.size(); ++i) {
            bytes = saturating_sum(bytes, parts[i].bytes);
            count += parts[i].holders.size();
        }
        row(bytes, count, level, fmt::format("({})", plural(parts.size() - shown, "more row")));
    }

    void row(std::int64_t bytes, std::size_t count, std::size_t level, const std::string& name)
    {
        table_.row(
            {size_text(bytes), share_of(bytes, in_use_), fmt::to_string(count), std::string(2 * level, ' ') + name});
    }

    [[nodiscard]] std::string key_in(const holder& h, std::string_view key) const
    {
        if (key == layer_key) {
            auto layer = layer_in(h.op_name);
            return layer.empty() ? layer_in(h.label) : layer;
        }
        if (key == group_key) return group_of(h);
        const auto& by = *std::ranges::find(groupings(), key, &grouping_name::name);
        if (by.by == grouping::value) return h.name.empty() ? h.label : h.name;
        if (by.by == grouping::source && !view_.full_paths) return file_and_line(h.source);
        if (by.by == grouping::alike) return fmt::format("{} {} {}", spelling(h.is), h.shape, h.group);
        return key_of(h, by.by);
    }

    [[nodiscard]] std::string group_of(const holder& h) const
    {
        for (const auto& group : groups_)
            for (const auto& pattern : group.patterns)
                for (const auto* text : {&h.label, &h.source, &h.shape})
                    if (matches(pattern, *text)) return group.name;
        return "(other)";
    }

    const memory_view& view_;
    const std::vector<std::string>& keys_;
    const std::vector<buffer_pattern>& groups_;
    table table_;
    std::int64_t in_use_ = 0;
};

} // namespace

buffer_patterns patterns_in(std::string_view text)
{
    buffer_patterns result;
    for (std::size_t number = 1; !text.empty(); ++number) {
        auto line = trimmed(taken_until(text, '\n'));
        if (line.empty() || line.front() == '#') continue;
        const auto name = trimmed(taken_until(line, ':'));
        buffer_pattern next{std::string(name), {}};
        while (!line.empty())
            if (const auto pattern = trimmed(taken_until(line, '|')); !pattern.empty())
                next.patterns.emplace_back(pattern);
        if (name.empty() || next.patterns.empty()) {
            result.problem = fmt::format("line {}: expected NAME: PATTERN, such as `attention: *attn*`", number);
            return result;
        }
        result.all.push_back(std::move(next));
    }
    if (result.all.empty()) result.problem = "no groups: expected lines such as `attention: *attn*`";
    return result;
}

bool matches(std::string_view pattern, std::string_view text)
{
    constexpr auto none = std::string_view::npos;
    std::size_t p = 0;
    std::size_t t = 0;
    std::size_t star = none; // after the last `*`, and where the text goes on if it takes one byte more
    std::size_t again = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = ++p;
            again = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (star != none) {
            p = star;
            t = ++again;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

std::string layer_in(std::string_view path)
{
    constexpr std::size_t most_joints = 4;
    constexpr std::size_t most_digits = 6;
    for (std::size_t begin = 0; begin < path.size();) {
        if (!is_letter(path[begin])) {
            // The letters after a digit are the rest of a word: `conv2d`.
            const bool in_word = is_digit(path[begin]);
            ++begin;
            while (in_word && begin < path.size() && is_letter(path[begin])) ++begin;
            continue;
        }
        auto end = begin;
        while (end < path.size() && is_letter(path[end])) ++end;
        const auto word = path.substr(begin, end - begin);
        begin = end;
        if (!names_a_layer(word)) continue;
        auto first = end;
        while (first < path.size() && first - end < most_joints &&
               std::string_view("_['\"]./").find(path[first]) != std::string_view::npos)
            ++first;
        auto last = first;
        while (last < path.size() && is_digit(path[last])) ++last;
        const bool ends = last == path.size() || !is_letter(path[last]);
        if (last == first || last - first > most_digits || !ends) continue;
        return fmt::format("{} {}", word, path.substr(first, last - first));
    }
    return {};
}

std::string tree_text(const memory_view& view, const std::vector<std::string>& keys,
                      const std::vector<buffer_pattern>& groups)
{
    return tree_writer(view, keys, groups).run();
}

} // namespace ballast::inline v0::render
