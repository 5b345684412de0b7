#include "answers/hints.hpp"

#include "ballast/explanation.hpp"

#include <algorithm>

namespace ballast::inline v0::answers {

namespace {

std::size_t longest_line(std::string_view text)
{
    std::size_t result = 0;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        result = std::max(result, end);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

} // namespace

// True if the text looks wrapped: the error is at the end of a line, and no other line is much longer than the broken
// one.
bool hints::is_wrapped(const finding& what)
{
    constexpr std::size_t widest = 200;
    constexpr std::size_t longest_word = 40;
    const auto at = static_cast<std::size_t>(std::max<std::int64_t>(0, what.begin));
    if (info(what.id).phase != phase::form || at >= text_.size() || text_[at] != '\n') return false;
    if (!longest_) longest_ = longest_line(text_.substr(0, std::size_t{1} << 20));
    const auto before = text_.substr(0, at);
    const auto broken = at - (before.rfind('\n') + 1);
    return *longest_ <= widest && broken + longest_word >= *longest_;
}

std::string_view hints::of(const finding& what)
{
    return explain(is_wrapped(what) ? finding_id::line_feed : what.id).hint;
}

} // namespace ballast::inline v0::answers
