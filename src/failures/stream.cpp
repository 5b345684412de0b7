#include "failures/stream.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace ballast::failures {

std::int64_t stream::line_at(std::size_t at) const
{
    const auto next = std::ranges::upper_bound(starts_, at, {}, &start::at);
    return next == starts_.begin() ? 1 : std::prev(next)->number;
}

void stream::add(std::string_view line, std::int64_t number)
{
    auto& [text, marked] = joined;
    if (line.empty()) {
        if (!text.empty() && text.back() != paragraph) {
            text += paragraph;
            marked += paragraph;
        }
        return;
    }
    if (!text.empty() && text.back() != paragraph) {
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

std::vector<stream> streams_of(const undamaged& text)
{
    std::vector<stream> result;
    std::unordered_map<std::string, std::size_t> known;
    std::size_t current = npos;
    for (std::size_t i = 0; i < text.lines.size(); ++i) {
        const auto bare = without_prefix(text.lines[i]);
        // Too many senders are words of another kind.
        constexpr std::size_t most = 4096;
        const bool is_other = bare.sender.empty() ? bare.stamped && !result.empty() && !result[current].sender.empty()
                                                  : current != npos && bare.sender != result[current].sender;
        if (current == npos || (is_other && known.size() < most)) {
            const auto [at, added] = known.try_emplace(bare.sender, result.size());
            if (added) result.emplace_back().sender = bare.sender;
            current = at->second;
        }
        result[current].add(bare.text, text.numbers[i]);
    }
    return result;
}

} // namespace ballast::failures
