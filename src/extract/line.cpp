#include "extract/line.hpp"

#include <algorithm>

namespace ballast::extracting {

namespace {

constexpr char escape = '\x1b';

// Bytes of the escape sequence at the start of a text: `ESC [ … letter`, `ESC ] … BEL`, or two bytes.
std::size_t sequence_length(std::string_view text)
{
    if (text.size() < 2) return text.size();
    if (text[1] == ']') {
        const auto end = text.find('\a');
        return end == npos ? text.size() : end + 1;
    }
    if (text[1] != '[') return 2;
    const auto end = std::find_if(text.begin() + 2, text.end(), [](char c) { return c >= '@' && c <= '~'; });
    return static_cast<std::size_t>(end - text.begin()) + (end == text.end() ? 0 : 1);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// True if the text has this form; `d` stands for a digit.
bool has_form(std::string_view text, std::string_view form)
{
    return text.size() >= form.size() && std::equal(form.begin(), form.end(), text.begin(),
                                                    [](char f, char c) { return f == 'd' ? is_digit(c) : f == c; });
}

// `NAME`, `NAME {0}`, `NAME, operand 1 {0}`: a position or a use.
bool may_be_place(std::string_view rest)
{
    const auto blank = rest.find(' ');
    if (blank == npos || blank + 1 == rest.size()) return blank == npos;
    return rest[blank + 1] == '{' || rest.substr(0, blank + 1).ends_with(", ");
}

constexpr std::string_view line_starts[]{
    "BufferAssignment:",
    "allocation ",
    " value: ",
    " reused by ",
    "Total bytes used: ",
    "Used values:",
    " positions:",
    " uses:",
    " from instruction:",
    " [",
    "HloLiveRange ",
    "  InstructionSequence:",
    "  BufferLiveRange:",
    "  Live ranges at ",
    "  Stack trace breakdown ",
    "    ",
    "  <",
    "  (none)",
    "  │",
    "  Peak memory ",
    " uses are ",
    "  value: ",
};

// The fields of a buffer in an out-of-memory report.
constexpr std::string_view oom_fields[]{
    "Size: ", "Operator: ", "XLA Label: ", "Shape: ", "Entry Parameter Subshape: ",
};

} // namespace

clean_line cleaned(std::string_view line)
{
    clean_line result;
    while (line.ends_with('\r')) {
        line.remove_suffix(1);
        result.overwritten = true;
    }
    if (const auto last = line.rfind('\r'); last != npos) {
        line.remove_prefix(last + 1);
        result.overwritten = true;
    }
    result.plain = line;
    if (line.find(escape) == npos) return result;
    result.colored = true;
    while (!line.empty()) {
        const auto plain = std::min(line.find(escape), line.size());
        result.made += line.substr(0, plain);
        line.remove_prefix(plain);
        if (!line.empty()) line.remove_prefix(sequence_length(line));
    }
    return result;
}

bool may_be_of_dump(std::string_view line)
{
    if (line.empty()) return true;
    if (line[0] == '<') return line.size() > 1 && is_digit(line[1]);
    if (std::ranges::any_of(line_starts, [&](auto start) { return line.starts_with(start); })) return true;
    // Positions and uses. In D0 to D2, values begin with two blanks as well, followed by their name or number.
    return line.size() > 2 && line.starts_with("  ") &&
           (is_digit(line[2]) || may_be_place(line.substr(2)) || line.find("](#") != npos);
}

std::optional<tabbed_line> with_tabs(std::string_view line)
{
    const auto blanks = line.find_first_not_of(' ');
    if (blanks == 0 || blanks == npos) return std::nullopt;
    const auto row = line.substr(blanks);
    const auto begins_like = [&](std::string_view head) { return row.starts_with(head); };
    constexpr std::string_view rule = "==========================";
    const bool field = std::ranges::any_of(oom_fields, begins_like) || row == rule;
    if (!field && !(row.starts_with("Buffer ") && row.ends_with(':'))) return std::nullopt;
    const std::string_view tabs = field ? "\t\t" : "\t";
    return tabbed_line{std::string(tabs).append(row),
                       static_cast<std::int64_t>(blanks) - static_cast<std::int64_t>(tabs.size())};
}

bool is_stamped(std::string_view line)
{
    if (line.starts_with('[')) line.remove_prefix(1);
    for (const auto form : {"dddd-dd-dd", "dddd/dd/dd", "dd:dd:dd", "dddd dd:dd:dd"})
        if (has_form(line, form)) return true;
    for (const auto level : {"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL", "FATAL", "Traceback"})
        if (line.starts_with(level)) return true;
    return !line.empty() && std::string_view("IWEF").find(line[0]) != npos && has_form(line.substr(1), "dddd");
}

} // namespace ballast::extracting
