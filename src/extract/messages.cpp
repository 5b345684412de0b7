#include "extract/messages.hpp"

#include "base/needles.hpp"
#include "base/utf8.hpp"
#include "extract/line.hpp"
#include "extract/prefix.hpp"
#include "read/start.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace ballast::extracting {

namespace {

constexpr std::size_t longest_status = 400; // bytes before the first sentence that can be parts of the status
constexpr std::size_t few_lines = 24;       // of a message
constexpr std::size_t many_lines = 1000000; // of a message with a line for each chunk of memory
constexpr std::size_t most_between = 64;    // lines of other programs between two lines of a message
constexpr std::size_t most_in_line = 16;    // sentences of a line that are tried

// --- where messages are ----------------------------------------------------------------------------------------------

// A part of the first sentence that no other text has, and the possible beginnings of the sentence.
struct sentence {
    std::string_view part;
    std::array<std::string_view, 2> beginnings{};
    std::string_view follows; // in a message, one of these bytes follows the part
    std::size_t most_lines = few_lines;
};
constexpr std::string_view decimal_digits = "0123456789";
constexpr std::array sentences{
    sentence{"Attempting to reserve ", {"Error loading program"}, decimal_digits},
    sentence{"Attempting to allocate ", {"Error allocating device buffer: ", "Error loading program"}, decimal_digits},
    sentence{"memory while trying to allocate ", {"Out of host ", "Out of "}, decimal_digits},
    sentence{"Failed to allocate request for ", {}, decimal_digits},
    sentence{"Out of memory allocating ", {}, decimal_digits},
    sentence{"Tensor which is moved to host (starting from ", {}, {}},
    sentence{"allocation_size_words <= std::numeric_limits", {"RET_CHECK failure ("}, "<"},
    sentence{"ran out of memory trying to allocate ", {"Allocator ("}, decimal_digits},
    sentence{"BFCAllocator dump for ", {}, {}, many_lines},
    sentence{"Bin (256): \tTotal Chunks: ", {}, decimal_digits, many_lines}, // without a line above it until 2019
    sentence{"Can't reduce memory use below ", {}, "-0123456789"},
    sentence{"The byte size of input/output arguments (", {}, decimal_digits},
    sentence{"CompiledMemoryStats(", {}, "g\n"},
    sentence{"Post Compilation Analysis: =====", {}, "="},
};

bool is_upper(char c) { return (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_decimal_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name(char c) { return is_upper(c) || is_decimal_digit(c) || (c >= 'a' && c <= 'z'); }

// The start of the code that ends a text: `E1200: Name:`; the end of the text if there is none.
std::size_t before_code(std::string_view text)
{
    auto at = text.size();
    if (at < 2 || (text[at - 1] != ' ' && text[at - 1] != '\n') || text[at - 2] != ':') return text.size();
    at -= 2;
    while (at > 0 && is_name(text[at - 1])) --at;
    constexpr std::string_view form = "E0000: ";
    if (at < form.size()) return text.size();
    const auto number = text.substr(at - form.size(), form.size());
    const bool fits = std::equal(number.begin(), number.end(), form.begin(),
                                 [](char c, char f) { return f == '0' ? is_decimal_digit(c) : c == f; });
    return fits ? at - form.size() : text.size();
}

// The same for the sender of the status: `From /job:a/task:0:` and a line end.
std::size_t before_sender(std::string_view text)
{
    if (!text.ends_with(":\n")) return text.size();
    const auto at = text.rfind("From /");
    if (at == npos || text.substr(at, text.size() - at - 1).find('\n') != npos) return text.size();
    return at;
}

// The same for the word of the status.
std::size_t before_word(std::string_view text)
{
    for (const std::string_view early : {"Resource exhausted: "})
        if (text.ends_with(early)) return text.size() - early.size();
    if (!text.ends_with(": ")) return text.size();
    auto at = text.size() - 2;
    while (at > 0 && is_upper(text[at - 1])) --at;
    return text.size() - 2 - at < 2 ? text.size() : at;
}

// The same for all of them.
std::size_t before_status(std::string_view text)
{
    text = text.substr(0, before_code(text));
    text = text.substr(0, before_sender(text));
    return before_word(text);
}

// The start of the message whose sentence has its part at `at`.
std::size_t beginning(std::string_view log, std::size_t at, const sentence& of)
{
    const auto from = at - std::min(at, longest_status);
    auto text = log.substr(from, at - from);
    // On the line of the part.
    const auto line = text.rfind('\n') + 1;
    for (const auto before : of.beginnings) {
        const auto found = before.empty() ? npos : text.rfind(before);
        if (found == npos || found < line) continue;
        text = text.substr(0, found);
        break;
    }
    const auto begin = before_status(text);
    if (begin < text.size() || line == 0) return from + begin;
    // A code or a sender is a line of its own. Then the next line can have the prefix of the logger, too.
    const auto line_above = text.rfind('\n', line - 2) + 1;
    const auto above = std::string(cleaned(text.substr(line_above, line - 1 - line_above)).text()) + '\n';
    const auto status = before_status(above);
    if (status == above.size()) return from + begin;
    const std::string_view words(above.data() + status, above.size() - 1 - status);
    return from + std::min(text.rfind(words, line), begin);
}

// --- the lines of a message ------------------------------------------------------------------------------------------

struct source_line {
    std::string text;
    log_place at;
    std::size_t end = 0; // in the log
    bool prefixed = false;
    bool colored = false;
    bool overwritten = false;
};

// The lines from a message on. The prefix of the first line is removed if the second line has it, too.
struct lines_of_message {
    std::string prefix;
    std::vector<source_line> lines;
};

// The prefix of the first line in further lines. Either every line of a message has it, or only the first.
class further_prefix {
public:
    explicit further_prefix(std::string_view first) : first_(first), prefix_(first_) {}

    // The size of the prefix; npos for a line of another program.
    std::size_t length_in(std::string_view line)
    {
        if (prefix_.empty() || (each_ && !*each_)) return 0;
        auto length = prefix_.length_in(line);
        if (each_) return length;
        if (length == npos) {
            // The prefix may contain line numbers.
            prefix counted(first_, prefix::numbers::all);
            length = counted.length_in(line);
            if (length != npos) prefix_ = std::move(counted);
        }
        each_ = length != npos;
        return *each_ ? length : 0;
    }

private:
    std::string first_;
    prefix prefix_;
    std::optional<bool> each_; // known from the second line on
};

// The size of what precedes the picture of an allocator's memory, a warning below what the allocator logs for
// information; npos for another line.
std::size_t before_picture(std::string_view line)
{
    constexpr std::string_view nothing = "<allocator contains no memory>";
    constexpr std::size_t width = 100;
    if (line.ends_with(nothing)) return line.size() - nothing.size();
    if (line.size() < width) return npos;
    const auto picture = line.substr(line.size() - width);
    return picture.find_first_not_of("*x_") == npos ? line.size() - width : npos;
}

// At most `most_lines` lines that begin before `stop`.
lines_of_message lines_from(std::string_view log, std::size_t begin, std::int64_t number, std::size_t most_lines,
                            std::size_t stop)
{
    lines_of_message result;
    const auto before = begin == 0 ? npos : log.rfind('\n', begin - 1);
    const auto line_begin = before == npos ? 0 : before + 1;
    result.prefix = cleaned(log.substr(line_begin, begin - line_begin)).text();
    further_prefix prefixes(result.prefix);
    std::size_t between = 0; // lines of other programs since the last line of the message
    bool in_record = false;  // whether lines without the prefix belong to the message
    bool ends_with_record = false;
    auto at = begin;
    for (std::size_t end = 0; at < stop && result.lines.size() < most_lines; at = end + 1, ++number) {
        end = std::min(log.find('\n', at), log.size());
        const auto clean = cleaned(log.substr(at, end - at));
        const bool first = result.lines.empty();
        auto length = first ? 0 : prefixes.length_in(clean.text());
        // The counters of an allocator are one record of several lines, which ends with an empty one.
        if (length == npos && in_record) length = 0;
        if (length == npos && ends_with_record) length = before_picture(clean.text());
        ends_with_record = in_record && clean.text().empty();
        in_record = in_record && !ends_with_record;
        if (length == npos) {
            if (++between > most_between) break;
            continue;
        }
        between = 0;
        const auto columns = static_cast<std::int64_t>(
            utf8::code_points(first ? std::string_view(result.prefix) : clean.text().substr(0, length)));
        result.lines.push_back({std::string(clean.text().substr(length)),
                                {number, columns},
                                end + 1,
                                first ? !result.prefix.empty() : length != 0,
                                clean.colored,
                                clean.overwritten});
        if (length != 0) in_record = result.lines.back().text.starts_with("Stats:");
    }
    return result;
}

// --- repairs ---------------------------------------------------------------------------------------------------------

struct repaired {
    std::string text;
    std::size_t lines = 0; // number of lines of the log
    std::vector<std::string> repairs;
};

std::string joined(const std::vector<source_line>& lines)
{
    std::string result;
    for (const auto& line : lines) result += line.text + '\n';
    return result;
}

// A message at the start of a text, and the number of its lines.
std::optional<repaired> whole(std::string_view text)
{
    const auto size = read::message_size(text);
    if (!size) return std::nullopt;
    const auto found = text.substr(0, *size);
    const auto feeds = static_cast<std::size_t>(std::ranges::count(found, '\n'));
    return repaired{std::string(found), feeds + (found.ends_with('\n') ? 0 : 1), {}};
}

// The content of a string literal of Python up to its end; empty if it does not end on the line.
std::optional<std::string> unescaped(std::string_view text, char quote)
{
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == quote) return result;
        if (text[i] != '\\' || i + 1 == text.size()) {
            result += text[i];
            continue;
        }
        switch (const char c = text[++i]) {
        case 'n': result += '\n'; break;
        case 't': result += '\t'; break;
        case '\'':
        case '"':
        case '\\': result += c; break;
        default: (result += '\\') += c;
        }
    }
    return std::nullopt;
}
std::optional<repaired> from_literal(const lines_of_message& of)
{
    if (of.prefix.empty() || (of.prefix.back() != '\'' && of.prefix.back() != '"')) return std::nullopt;
    const auto& line = of.lines.front().text;
    const auto text = unescaped(line, of.prefix.back());
    if (!text || line.starts_with(*text)) return std::nullopt;
    auto result = whole(*text);
    if (!result) return std::nullopt;
    result->lines = 1;
    result->repairs = {"unescaped a quoted string"};
    return result;
}

// A line without comment and quotation marks at its start, and without blanks around it.
std::string_view bare(std::string_view line)
{
    const auto from = line.find_first_not_of(" \t#>*");
    if (from == npos) return {};
    return line.substr(from, line.find_last_not_of(" \t") + 1 - from);
}
// Sentences that were wrapped by hand. A line break replaces a blank; after a parenthesis it replaces nothing.
std::optional<repaired> unwrapped(const std::vector<source_line>& lines)
{
    std::string text(bare(lines.front().text));
    std::optional<repaired> result;
    for (std::size_t i = 1; i < std::min(lines.size(), few_lines); ++i) {
        const auto line = bare(lines[i].text);
        if (line.empty()) break;
        if (!text.ends_with('(')) text += ' ';
        text += line;
        auto found = whole(text);
        if (result && (!found || found->text.size() <= result->text.size())) break;
        if (!found) continue;
        result = std::move(found);
        result->lines = i + 1;
        result->repairs = {"joined " + std::to_string(i + 1) + " lines of a sentence that was wrapped"};
    }
    return result;
}

// Adds the blank that a line may have lost at its end.
std::optional<repaired> with_blank(const std::vector<source_line>& lines)
{
    auto ended = lines;
    ended.front().text += ' ';
    auto result = whole(joined(ended));
    if (result) result->repairs = {"added the blank at the end of a line"};
    return result;
}

// Adds the period that a sentence may have lost.
std::optional<repaired> with_period(std::string_view line)
{
    auto result = whole(std::string(bare(line)) + '.');
    if (!result) return std::nullopt;
    result->repairs = {"added the period at the end"};
    return result;
}

std::optional<repaired> read_message(const lines_of_message& of)
{
    if (auto literal = from_literal(of)) return literal;
    if (auto result = whole(joined(of.lines))) return result;
    if (auto result = with_blank(of.lines)) return result;
    if (auto result = unwrapped(of.lines)) return result;
    return with_period(of.lines.front().text);
}

// --- what was found --------------------------------------------------------------------------------------------------

extraction extracted(const lines_of_message& of, const repaired& message)
{
    extraction result;
    result.read = parse(message.text, {.max_errors = 1, .partial = false});
    result.prefix = of.prefix;
    result.repairs = message.repairs;
    for (std::size_t i = 0; i < std::min(message.lines, of.lines.size()); ++i) {
        const auto& line = of.lines[i];
        result.lines.push_back(line.at);
        result.prefixed += line.prefixed ? 1U : 0U;
        result.colored += line.colored ? 1U : 0U;
        result.overwritten += line.overwritten ? 1U : 0U;
    }
    // A line of the text can be several lines of the log, and a quoted string is one line of the log.
    const auto& text = message.text;
    const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + (text.ends_with('\n') ? 0U : 1U);
    result.lines.resize(lines, result.lines.back());
    return result;
}

} // namespace

std::span<const std::string_view> message_parts()
{
    static constexpr auto parts = [] {
        std::array<std::string_view, sentences.size()> result;
        std::ranges::transform(sentences, result.begin(), &sentence::part);
        return result;
    }();
    return parts;
}

std::vector<extraction> messages_in(std::string_view log, std::size_t from)
{
    static const needles search({message_parts().begin(), message_parts().end()});
    std::vector<extraction> result;
    std::size_t counted = 0;
    std::int64_t number = 1;  // the line of the byte before `counted`
    std::size_t line_end = 0; // of the line with the last sentence
    std::size_t in_line = 0;  // number of sentences on that line
    for (;;) {
        const auto found = search.first(log, from);
        if (found.at == npos) return result;
        const auto& kind = sentences[found.which];
        from = found.at + kind.part.size();
        if (!kind.follows.empty() && (from >= log.size() || kind.follows.find(log[from]) == npos)) continue;
        if (found.at >= line_end) {
            line_end = std::min(log.find('\n', found.at), log.size());
            in_line = 0;
        } else if (++in_line == most_in_line) {
            from = line_end;
            continue;
        }
        const auto begin = beginning(log, found.at, kind);
        if (begin < counted) continue; // a part of the previous message
        number += std::count(log.begin() + static_cast<std::ptrdiff_t>(counted),
                             log.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
        counted = begin;
        // The sentence of a long message occurs in it only once.
        const auto stop = kind.most_lines == few_lines ? log.size() : std::min(log.find(kind.part, from), log.size());
        const auto lines = lines_from(log, begin, number, kind.most_lines, stop);
        const auto message = read_message(lines);
        if (!message) {
            result.push_back(extracted(lines, {lines.lines.front().text + '\n', 1, {}}));
            continue;
        }
        result.push_back(extracted(lines, *message));
        from = std::max(from, std::min(lines.lines[std::min(message->lines, lines.lines.size()) - 1].end, log.size()));
    }
}

} // namespace ballast::extracting
