#include "cli/hints.hpp"

#include "ballast/explanation.hpp"

#include <algorithm>

namespace ballast::cli {

namespace {

// True where the text looks like one whose lines were broken at a width: the fault is at an end of line, and no line
// is much longer than the one that was broken.
bool is_wrapped(const finding& what, std::string_view text)
{
    constexpr std::size_t widest = 200;
    constexpr std::size_t longest_word = 40;
    const auto at = static_cast<std::size_t>(std::max<std::int64_t>(0, what.begin));
    if (info(what.id).phase != phase::form || at >= text.size() || text[at] != '\n') return false;
    const auto before = text.substr(0, at);
    const auto broken = at - (before.rfind('\n') + 1);
    std::size_t longest = 0;
    for (auto rest = text.substr(0, std::size_t{1} << 20); !rest.empty() && longest <= widest;) {
        const auto end = std::min(rest.find('\n'), rest.size());
        longest = std::max(longest, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return longest <= widest && broken + longest_word >= longest;
}

} // namespace

std::string_view hint_of(const finding& what, std::string_view text)
{
    if (is_wrapped(what, text)) return explain(finding_id::line_feed).hint;
    return explain(what.id).hint;
}

} // namespace ballast::cli
