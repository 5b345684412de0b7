#include "ballast/finding.hpp"

#include "base/shown.hpp"
#include "base/utf8.hpp"

#include <algorithm>

namespace ballast::inline v0 {

namespace {

constexpr std::size_t widest = 160;
constexpr std::size_t step = 4096; // between two checkpoints

// The size of the first `columns` code points of `text`; a byte that is not UTF-8 counts as one.
std::size_t bytes_of_columns(std::string_view text, std::size_t columns)
{
    auto rest = text;
    for (; columns != 0 && !rest.empty(); --columns) utf8::take_code_point(rest);
    return text.size() - rest.size();
}

// An excerpt keeps its columns: each code point that must not be shown is one `?`.
std::string in_columns(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const bool hidden = shown_length(text) == 0;
        const auto code_point = utf8::take_code_point(text);
        result += hidden ? "?" : code_point;
    }
    return result;
}

// The last offset up to `offset` that is not inside a code point.
std::size_t boundary(std::string_view text, std::size_t offset)
{
    if (offset >= text.size()) return text.size();
    const auto inside = [&](std::size_t i) { return (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80; };
    auto at = offset;
    while (offset - at < 3 && at != 0 && inside(at)) --at;
    return inside(at) ? offset : at; // four continuation bytes are not UTF-8
}

void advance(text_place& place, std::string_view text)
{
    for (auto feed = text.find('\n'); feed != std::string_view::npos; feed = text.find('\n')) {
        ++place.line;
        place.column = 1;
        text.remove_prefix(feed + 1);
    }
    place.column += static_cast<std::int64_t>(utf8::code_points(text));
}

std::size_t inside(std::string_view text, std::int64_t offset)
{
    return std::min(static_cast<std::size_t>(std::max<std::int64_t>(offset, 0)), text.size());
}

} // namespace

std::string finding_message::text() const
{
    std::string result;
    auto argument = arguments.begin();
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        const char next = i + 1 < pattern.size() ? pattern[i + 1] : '\0';
        if (c == '{' && next == '}') {
            if (argument != arguments.end())
                for (std::string_view rest = *argument++; !rest.empty();) append_printable(result, rest);
            ++i;
            continue;
        }
        result += c;
        if ((c == '{' || c == '}') && next == c) ++i;
    }
    return result;
}

void line_table::read_up_to(std::size_t offset)
{
    while (known_.back().offset + step <= offset) {
        auto next = known_.back();
        const auto end = boundary(text_, next.offset + step);
        advance(next.place, text_.substr(next.offset, end - next.offset));
        next.offset = end;
        known_.push_back(next);
    }
}

text_place line_table::place_of(std::int64_t offset)
{
    const auto at = inside(text_, offset);
    read_up_to(at);
    const auto after = std::ranges::upper_bound(known_, at, {}, &checkpoint::offset);
    const auto& before = *std::prev(after);
    auto place = before.place;
    advance(place, text_.substr(before.offset, at - before.offset));
    return place;
}

excerpt excerpt_of(std::string_view text, std::int64_t begin, std::int64_t end)
{
    // Only the part of a line that the window can show is read: a line can be as long as the text.
    constexpr std::size_t far = 4 * (widest + 2);
    const auto at = inside(text, begin);
    const auto near = boundary(text, at - std::min(at, far));
    auto before = text.substr(near, at - near);
    if (const auto line = before.rfind('\n'); line != std::string_view::npos) before.remove_prefix(line + 1);
    auto after = text.substr(at, far);
    after = after.substr(0, after.find('\n'));
    const auto length = inside(text, end) - std::min(at, inside(text, end));

    // Columns left of the caret, two thirds of the window.
    constexpr std::size_t left = 105;
    const auto columns_before = utf8::code_points(before);
    const auto columns_after = utf8::code_points(after.substr(0, bytes_of_columns(after, widest + 1)));
    const bool cut_left = columns_before > left && columns_before + columns_after > widest;
    excerpt result;
    if (cut_left) {
        before.remove_prefix(bytes_of_columns(before, columns_before - left + 3));
        result.window = "...";
    }
    result.window += in_columns(before);
    const auto caret = utf8::code_points(before) + (cut_left ? 3 : 0);
    const auto room = widest - std::min(widest, caret);
    auto shown = after;
    if (columns_after > room) shown = after.substr(0, bytes_of_columns(after, room < 3 ? 0 : room - 3));
    result.window += in_columns(shown);
    if (columns_after > room) result.window += "...";
    if (is_workflow_command(result.window)) result.window[result.window.find(':')] = '?';
    result.caret = static_cast<std::int64_t>(caret);
    result.width = std::max<std::int64_t>(1, static_cast<std::int64_t>(utf8::code_points(shown.substr(0, length))));
    return result;
}

} // namespace ballast::inline v0
