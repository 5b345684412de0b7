// From a fault to a message.
#include "read/context.hpp"
#include "read/start.hpp"

#include "base/shown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace ballast::read {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t most_expected = 6;

std::string expectation(const std::vector<std::string>& entries)
{
    std::string result = "expected ";
    const auto count = std::min(entries.size(), most_expected);
    for (std::size_t i = 0; i < count; ++i) {
        if (i != 0) result += i + 1 == count && count == entries.size() ? " or " : ", ";
        result += entries[i];
    }
    if (count < entries.size()) result += fmt::format(" or {} others", entries.size() - count);
    return result;
}

std::string found_text(std::string_view text, std::size_t offset)
{
    if (offset >= text.size()) return "end of text";
    auto rest = text.substr(offset);
    if (rest[0] == '\n') return "end of line";
    rest = rest.substr(0, rest.find('\n'));
    // A word or two.
    const auto blank = rest.find(' ', 8);
    return shown(utf8::prefix(rest, std::min<std::size_t>(blank, 24)), 48);
}

// The first place at which a dump begins in the middle of a line, or on a later line.
std::size_t first_dump_in(std::string_view text)
{
    return std::min({text.find("BufferAssignment:\n"), text.find("HloLiveRange (max "), text.find("*** Begin ")});
}

struct told {
    diagnostic_kind kind;
    std::string message;
};

told tell_beginning(std::string_view text)
{
    if (text.empty()) return {diagnostic_kind::empty_input, "the text is empty"};
    if (text.starts_with("\xEF\xBB\xBF"))
        return {diagnostic_kind::byte_order_mark, "the text begins with a byte order mark"};
    if (const auto found = first_dump_in(text); found != std::string_view::npos && found != 0) {
        const auto place = place_of(text, static_cast<std::int64_t>(found));
        return {
            diagnostic_kind::log_prefix,
            fmt::format("a dump begins at line {}, column {}, other text stands before it", place.line, place.column)};
    }
    if (text.substr(0, 4096).find('\0') != std::string_view::npos)
        return {diagnostic_kind::not_a_dump, "binary data, not a dump"};
    return {diagnostic_kind::not_a_dump, fmt::format("not a dump: it begins with {}", found_text(text, 0))};
}

bool begins_like_a_dump(std::string_view text)
{
    return text.starts_with("BufferAssignment:"sv) || text.starts_with("HloLiveRange "sv) ||
           text.starts_with("*** Begin "sv) || text.starts_with("\nTotal bytes used: "sv);
}

} // namespace

diagnostic explain(const fault& found, std::string_view text, bool whole_file)
{
    const auto offset = static_cast<std::size_t>(found.offset);
    const auto tell = [&](diagnostic_kind kind, std::string message) {
        return make_diagnostic(severity::error, kind, std::move(message), text, found.offset);
    };
    if (whole_file && !begins_like_a_dump(text) && offset < 32) {
        auto beginning = tell_beginning(text);
        return make_diagnostic(severity::error, beginning.kind, std::move(beginning.message), text, 0);
    }
    if (!whole_file && text.empty()) return tell(diagnostic_kind::empty_input, "the text is empty");
    if (found.too_deep) return tell(diagnostic_kind::too_deep, "nested deeper than 256 levels");

    const auto expected = expectation(found.expected);
    if (offset >= text.size()) {
        if (whole_file && !text.ends_with('\n'))
            return tell(diagnostic_kind::truncated, fmt::format("the text ends inside a line: {}", expected));
        return tell(diagnostic_kind::truncated, fmt::format("the text ends too early: {}", expected));
    }
    const auto rest = text.substr(offset);
    switch (rest[0]) {
    case '\0': return tell(diagnostic_kind::nul_byte, "NUL byte");
    case '\r':
        return tell(diagnostic_kind::carriage_return,
                    rest.starts_with("\r\n") ? "carriage return in front of the line feed" : "carriage return");
    case '\n':
        if (found.in_text)
            return tell(diagnostic_kind::line_feed, fmt::format("the line ends inside an instruction: {}", expected));
        break;
    default: break;
    }
    if (utf8::sequence_length(rest) == 0) return tell(diagnostic_kind::invalid_utf8, "invalid UTF-8");

    if (whole_file) {
        const bool line_start = offset == 0 || text[offset - 1] == '\n';
        // A fault can lie some bytes into a line that begins like one that would fit.
        const auto line = text.rfind('\n', offset == 0 ? 0 : offset - 1);
        const auto line_text = text.substr(line == std::string_view::npos ? 0 : line + 1);
        const auto begin = line == std::string_view::npos ? 0 : static_cast<std::int64_t>(line) + 1;
        if (begin != 0 && (line_text.starts_with("BufferAssignment:\n") || line_text.starts_with("HloLiveRange (max ")))
            return make_diagnostic(severity::error, diagnostic_kind::second_dump, "a second dump begins here", text,
                                   begin);
        if (begin != 0 && line_text.starts_with("*** Begin ")) {
            const auto first = line_text.substr(10, line_text.find('\n') - 10);
            const auto name = first.ends_with(" ***") ? first.substr(0, first.size() - 4) : first;
            return make_diagnostic(severity::error, diagnostic_kind::second_frame,
                                   fmt::format("a second frame begins here: {}", shown(name, 300)), text, begin);
        }
        if (line_start && rest.find_first_not_of('\n') == std::string_view::npos)
            return tell(diagnostic_kind::trailing_text,
                        "empty line behind the end of the dump, as left by a longer file that was written over");
        if (found.expected.size() == 1 && found.expected.front() == "end of text")
            return tell(diagnostic_kind::trailing_text,
                        fmt::format("text behind the end of the dump: {}", found_text(text, offset)));
    }
    return tell(found.construct, fmt::format("{}, found {}", expected, found_text(text, offset)));
}

bool ends_reading(const diagnostic& what, std::string_view text)
{
    switch (what.kind) {
    case diagnostic_kind::empty_input:
    case diagnostic_kind::byte_order_mark:
    case diagnostic_kind::not_a_dump:
    case diagnostic_kind::log_prefix:
    case diagnostic_kind::second_dump:
    case diagnostic_kind::second_frame:
    case diagnostic_kind::trailing_text:
    case diagnostic_kind::truncated: return true;
    case diagnostic_kind::carriage_return: // every line has one
        return text.substr(static_cast<std::size_t>(what.offset)).starts_with("\r\n");
    default: return false;
    }
}

diagnostic to_diagnostic(const refusal& r, std::string_view text)
{
    auto result = make_diagnostic(severity::error, r.kind, r.message, text, r.at - text.data());
    result.context = r.rule();
    return result;
}

diagnostic explain_part(fault found, std::string_view text, std::int64_t from)
{
    found.offset += from;
    return explain(found, text, false);
}

} // namespace ballast::read
