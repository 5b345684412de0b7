// Makes messages from faults.
#include "read/start.hpp"

#include "base/say.hpp"
#include "base/shown.hpp"
#include "base/utf8.hpp"
#include "read/beginnings.hpp"

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

bool is_word(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// The text that was found: as many bytes as the literal that does not match, up to the end of a word; otherwise a word
// or two.
std::string_view found_bytes(std::string_view text, std::size_t offset, std::size_t literal)
{
    auto rest = text.substr(std::min(offset, text.size()));
    rest = rest.substr(0, rest.find('\n'));
    if (literal == 0) return utf8::prefix(rest, std::min<std::size_t>(rest.find(' ', 8), 24));
    auto end = std::min(literal, rest.size());
    while (end < rest.size() && end < literal + 24 && is_word(rest[end - 1]) && is_word(rest[end])) ++end;
    return utf8::prefix(rest, end);
}

std::string found_text(std::string_view text, std::size_t offset, std::size_t literal = 0)
{
    if (offset >= text.size()) return "end of text";
    if (text[offset] == '\n') return "end of line";
    return shown(found_bytes(text, offset, literal), 48);
}

// The start of the code point around a place. A literal can fail inside a code point: `├` and `│` differ in the last
// byte.
std::size_t code_point_around(std::string_view text, std::size_t at)
{
    for (auto begin = at; at - begin < 3 && begin != 0; --begin)
        if (const auto before = begin - 1; before + utf8::sequence_length(text.substr(before)) > at) return before;
    return at;
}

// The first place at which a dump begins in the middle of a line, or on a later line.
std::size_t first_dump_in(std::string_view text)
{
    return std::min({text.find("BufferAssignment:\n"), text.find("HloLiveRange (max "), text.find("*** Begin "),
                     text.find("BufferAssignment OOM Debugging.\n")});
}

finding tell_beginning(std::string_view text)
{
    const auto tell = [](finding_id id, finding_message what, std::size_t length = 0) {
        return finding{.id = id, .end = static_cast<std::int64_t>(length), .message = std::move(what)};
    };
    if (text.empty()) return tell(finding_id::empty_input, say("the text is empty"));
    if (text.starts_with("\xEF\xBB\xBF"))
        return tell(finding_id::byte_order_mark, say("the text begins with a byte order mark"), 3);
    if (const auto found = first_dump_in(text); found != std::string_view::npos && found != 0) {
        const auto place = line_table(text).place_of(static_cast<std::int64_t>(found));
        return tell(finding_id::log_prefix,
                    say("a dump begins at line {}, column {}, after other text", place.line, place.column), found);
    }
    if (text.substr(0, 4096).find('\0') != std::string_view::npos)
        return tell(finding_id::not_a_dump, say("binary data, not a dump"));
    return tell(finding_id::not_a_dump, say("not a dump: it begins with {}", found_text(text, 0)),
                found_bytes(text, 0, 0).size());
}

} // namespace

finding explain(const fault& found, std::string_view text, bool whole_file)
{
    const auto at = static_cast<std::size_t>(found.offset);
    const auto reached = static_cast<std::size_t>(found.reached);
    const auto tell = [](finding_id id, std::size_t begin, std::size_t length, finding_message what) {
        return finding{.id = id,
                       .begin = static_cast<std::int64_t>(begin),
                       .end = static_cast<std::int64_t>(begin + length),
                       .message = std::move(what)};
    };
    if (whole_file && !begins_like_a_dump(text) && reached < 32) return tell_beginning(text);
    if (!whole_file && text.empty()) return tell(finding_id::empty_input, 0, 0, say("the text is empty"));
    if (found.too_deep) return tell(finding_id::too_deep, at, 1, say("nested deeper than 256 levels"));

    const auto expected = expectation(found.expected);
    if (reached >= text.size()) {
        if (whole_file && !text.ends_with('\n'))
            return tell(finding_id::truncated, text.size(), 0, say("the text ends inside a line: {}", expected));
        return tell(finding_id::truncated, text.size(), 0, say("the text ends too early: {}", expected));
    }
    const auto rest = text.substr(reached);
    switch (rest[0]) {
    case '\0': return tell(finding_id::nul_byte, reached, 1, say("NUL byte"));
    case '\r':
        if (rest.starts_with("\r\n"))
            return tell(finding_id::carriage_return, reached, 1, say("carriage return before the line feed"));
        return tell(finding_id::carriage_return, reached, 1, say("carriage return"));
    case '\n':
        if (found.in_text)
            return tell(finding_id::line_feed, reached, 0, say("the line ends inside an instruction: {}", expected));
        break;
    default: break;
    }
    if (utf8::sequence_length(text.substr(code_point_around(text, reached))) == 0)
        return tell(finding_id::invalid_utf8, reached, 1, say("invalid UTF-8"));

    const auto found_here = found_text(text, at, found.literal);
    const auto length = found_bytes(text, at, found.literal).size();
    if (whole_file) {
        // A fault can be inside a line that begins like an expected one.
        const auto feed = reached == 0 ? std::string_view::npos : text.rfind('\n', reached - 1);
        const auto begin = feed == std::string_view::npos ? 0 : feed + 1;
        const auto line = text.substr(begin, text.find('\n', begin) - begin);
        if (begin != 0 && (line == "BufferAssignment:" || line.starts_with("HloLiveRange (max ") ||
                           (line.starts_with(usage_beginning) && text.starts_with(usage_beginning))))
            return tell(finding_id::second_dump, begin, line.size(), say("a second dump begins here"));
        if (begin != 0 && line.starts_with("*** Begin ")) {
            const auto name = line.substr(10, line.size() - 10 - (line.ends_with(" ***") ? 4 : 0));
            return tell(finding_id::second_frame, begin, line.size(),
                        say("a second frame begins here: {}", shown(name, 300)));
        }
        if (begin == reached && rest == "\n" && text.starts_with(spaces_beginning) &&
            !text.substr(0, begin).ends_with("\n\n"))
            return tell(finding_id::truncated, text.size(), 0,
                        say("the text ends without the empty line after a memory space"));
        if (begin == reached && rest.find_first_not_of('\n') == std::string_view::npos)
            return tell(finding_id::trailing_text, reached, 0,
                        say("empty line after the end of the dump, as left when a longer file is overwritten"));
        if (found.expected.size() == 1 && found.expected.front() == "end of text")
            return tell(finding_id::trailing_text, at, length, say("text after the end of the dump: {}", found_here));
    }
    if (found.expected.empty())
        return tell(found.construct, at, length, say("found {}, which does not fit here", found_here));
    return tell(found.construct, at, length, say("{}, found {}", expected, found_here));
}

bool ends_reading(const finding& what, std::string_view text)
{
    switch (what.id) {
    case finding_id::empty_input:
    case finding_id::byte_order_mark:
    case finding_id::not_a_dump:
    case finding_id::log_prefix:
    case finding_id::second_dump:
    case finding_id::second_frame:
    case finding_id::trailing_text:
    case finding_id::truncated: return true;
    case finding_id::carriage_return: // every line has one
        return text.substr(static_cast<std::size_t>(what.begin)).starts_with("\r\n");
    default: return false;
    }
}

finding explain_part(fault found, std::string_view text, std::int64_t from)
{
    found.offset += from;
    found.reached += from;
    return explain(found, text, false);
}

} // namespace ballast::read
