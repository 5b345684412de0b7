#include "failures/stream.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_map>
#include <utility>

namespace ballast::failures {

std::int64_t stream::line_at(std::size_t at) const
{
    const auto next = std::ranges::upper_bound(starts_, at, {}, &start::at);
    return next == starts_.begin() ? 1 : std::prev(next)->number;
}

void stream::add(std::string_view line, std::int64_t number, bool continues)
{
    auto& [text, marked] = joined;
    if (line.empty()) {
        if (!text.empty() && text.back() != paragraph) {
            text += paragraph;
            marked += paragraph;
        }
        return;
    }
    if (!text.empty() && text.back() != paragraph && !continues) {
        text += ' ';
        marked += joint;
    }
    starts_.push_back({text.size(), number});
    bool blank = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        const bool is_blank = c == ' ' || c == '\t';
        // Emphasis in Markdown.
        const bool is_mark =
            (c == '*' || c == '`') && ((i + 1 < line.size() && line[i + 1] == c) || (i > 0 && line[i - 1] == c));
        if (is_mark || (is_blank && blank)) continue;
        blank = is_blank;
        const char kept = is_blank ? ' ' : c == joint ? '?' : c;
        text += kept;
        marked += kept;
    }
}

namespace {

// True if an empty line was added after each line.
bool is_doubled(const std::vector<std::string>& lines)
{
    std::size_t full = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].empty()) continue;
        if (i != 0 && !lines[i - 1].empty()) return false;
        ++full;
    }
    return full > 2;
}

} // namespace

std::size_t broken_at(const std::vector<std::string>& lines)
{
    constexpr std::size_t least = 60;
    constexpr std::size_t most = 260;
    std::size_t longest = 0;
    std::size_t count = 0;
    for (const auto& line : lines) {
        if (line.size() > longest) count = 0;
        longest = std::max(longest, line.size());
        count += line.size() == longest ? 1U : 0U;
    }
    constexpr std::array<std::size_t, 9> usual{72, 76, 78, 79, 80, 100, 120, 132, 160};
    const bool is_usual = std::ranges::find(usual, longest) != usual.end();
    return longest >= least && longest <= most && (is_usual || count > 2) ? longest : 0;
}

std::vector<stream> streams_of(const undamaged& text, std::size_t column)
{
    const bool doubled = is_doubled(text.lines);
    bool broken = false; // the last line

    std::vector<stream> result;
    std::unordered_map<std::string, std::size_t> known;
    std::size_t current = npos;
    for (std::size_t i = 0; i < text.lines.size(); ++i) {
        const auto& line = text.lines[i];
        if (doubled && line.empty()) continue;
        const bool continues = std::exchange(broken, column != 0 && line.size() == column) && !line.empty();
        const auto bare = continues ? bare_line{line, {}, false} : without_prefix(line);
        // Too many senders are words of another kind.
        constexpr std::size_t most = 4096;
        const bool is_other = bare.sender.empty() ? bare.stamped && !result.empty() && !result[current].sender.empty()
                                                  : current != npos && bare.sender != result[current].sender;
        if (current == npos || (is_other && known.size() < most)) {
            const auto [at, added] = known.try_emplace(bare.sender, result.size());
            if (added) result.emplace_back().sender = bare.sender;
            current = at->second;
        }
        result[current].add(bare.text, text.numbers[i], continues);
    }
    return result;
}

} // namespace ballast::failures
