#include "ballast/finding.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace ballast::inline v0 {

namespace {

// In the order of diagnostic_kind.
// clang-format off
constexpr std::array<diagnostic_kind_info, diagnostic_kind_count> kinds{{
    {"dump",                 "The text does not go on as any file of any era does."},
    {"frame",                "A line of the frame that --xla_dump_to=- writes around a file is not as XLA prints it."},
    {"allocation",           "An allocation's head, or its block of reused values, is not as XLA prints it."},
    {"value_line",           "The line of a value in an allocation is not as XLA prints it."},
    {"used_value",           "An entry of `Used values:` is not as XLA prints it."},
    {"total",                "The line `Total bytes used:` is not as XLA prints it."},
    {"instruction",          "An instruction is not as XLA prints it."},
    {"shape",                "A shape is not as XLA prints it."},
    {"layout",               "A layout is not as XLA prints it."},
    {"metadata",             "The metadata of an instruction are not as XLA prints them."},
    {"literal",              "A literal is not as XLA prints it."},
    {"sharding",             "A sharding is not as XLA prints it."},
    {"replica_groups",       "Replica groups are not as XLA prints them."},
    {"attribute",            "The value of an attribute is not as XLA prints it for its opcode."},
    {"live_range",           "The sequence or the live ranges are not as XLA prints them."},
    {"peak",                 "The rows of the peak are not as XLA prints them."},
    {"stack_trace",          "The stack-trace tree is not as XLA prints it."},

    {"empty_input",          "There is no text."},
    {"byte_order_mark",      "The text begins with a byte order mark, which XLA never writes."},
    {"carriage_return",      "The text has carriage returns: line ends were converted on the way."},
    {"nul_byte",             "The text holds a NUL byte."},
    {"invalid_utf8",         "The text holds bytes that are not UTF-8."},
    {"line_feed",            "A line feed stands inside an instruction; no dump is known to have one."},
    {"truncated",            "The text ends where no dump of any era ends."},
    {"log_prefix",           "A dump begins later in the text, behind lines or prefixes of something else."},
    {"not_a_dump",           "The text does not begin like a dump."},
    {"second_dump",          "Another dump follows the first one; a file holds one."},
    {"second_frame",         "Another framed file follows the first one; a text holds one."},
    {"trailing_text",        "Text follows the end of the dump."},

    {"integer_range",        "A number does not fit into 64 bits."},
    {"too_deep",             "Something is nested deeper than 256 levels."},
    {"index_mark",           "A mark `/*index=5*/` is missing, misplaced or says another index."},
    {"operand_shapes",       "Some operands of an instruction have shapes and some have none."},
    {"layout_rank",          "A layout does not order each dimension of its shape once."},
    {"literal_shape",        "A literal does not have the structure, or the blanks, of its shape."},
    {"literal_element",      "An element of a literal is not as XLA prints one of its type."},
    {"attribute_order",      "An attribute stands twice, or not in the order in which XLA prints them."},
    {"mixed_eras",           "Two forms stand in one file that no XLA printed together."},
    {"frame_name",           "A frame ends with another name than it began with."},
    {"missing_live_range",   "A file whose forms always come with a live range has none."},
    {"missing_values",       "The text ends before all values of the allocations had their entry."},
    {"missing_peak_rows",    "The peak has no rows, though something lives at its moment."},
    {"stack_depth",          "A node of the stack trace is more than one level deeper than the one before."},
    {"stack_rails",          "The rails left of a node do not fit the nodes around it."},
    {"stack_end",            "The stack trace ends while bytes remain to be told."},

    {"too_large",            "The input is larger than the limit."},
    {"out_of_memory",        "There is not enough memory."},

    {"era_skew",             "The instruction text has a form of another time than the dump around it."},
    {"unknown_element_type", "An element type that the table lacks; forks have their own."},
    {"unknown_opcode",       "An opcode that the table lacks."},
    {"unknown_attribute",    "An attribute that the table lacks for its opcode; its value is kept as text."},
    {"unknown_sharding",     "A sharding begins with a word that no known form begins with; it is kept as text."},
}};

// In the order of context_rule.
constexpr std::array<diagnostic_kind_info, context_rule_count> context_rules{{
    {"integer_range",    "Integers fit into 64 bits with sign; pointers into 64 bits."},
    {"nesting",          "The stack trace is at most 256 levels deep."},
    {"index_marks",      "Every fifth element of a tuple shape, an operand list, a tuple sharding has its mark, or none has."},
    {"operand_shapes",   "The operands of an instruction have their shapes all or none."},
    {"layout_of_shape",  "A layout orders each dimension of its shape once; `invalid{}` stands on scalars."},
    {"literal_of_shape", "A literal has the structure, the marks and the blanks that follow from its shape."},
    {"literal_element",  "An element of a literal is as its element type is printed, and in its range."},
    {"attribute_value",  "A known pair of opcode and key has the value of its own rule, in the form of that opcode, without fields at their defaults."},
    {"attribute_order",  "Known attributes stand in printed order, each once."},
    {"one_era",          "The forms of a file were printed by one XLA."},
    {"frame_name",       "A frame ends with the name it began with."},
    {"whole_file",       "A file has the parts that its forms always come with: entries of all values, live range, rows of the peak."},
    {"stack_tree",       "Depths, rails and glyphs of the stack trace fit the rows around, and the tree is whole."},
}};
// clang-format on

constexpr std::size_t widest = 160;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF"; // has no width on a terminal

// `text` from its beginning up to `columns` code points; a byte that is no UTF-8 counts as one.
std::size_t bytes_of_columns(std::string_view text, std::size_t columns)
{
    std::size_t bytes = 0;
    for (; columns != 0 && bytes < text.size(); --columns)
        bytes += std::max<std::size_t>(1, utf8::sequence_length(text.substr(bytes)));
    return bytes;
}

// What a terminal can show: control bytes and broken UTF-8 become `?`.
std::string printable(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const auto length = utf8::sequence_length(text);
        const auto byte = static_cast<unsigned char>(text[0]);
        if (text.starts_with(byte_order_mark)) {
            result += '?';
            text.remove_prefix(byte_order_mark.size());
        } else if (length == 0 || byte < 0x20 || byte == 0x7f) {
            result += '?';
            text.remove_prefix(1);
        } else {
            result += text.substr(0, length);
            text.remove_prefix(length);
        }
    }
    return result;
}

std::int64_t columns_of(std::string_view text)
{
    std::int64_t columns = 0;
    while (!text.empty()) {
        text.remove_prefix(std::max<std::size_t>(1, utf8::sequence_length(text)));
        ++columns;
    }
    return columns;
}

std::size_t line_begin(std::string_view text, std::size_t offset)
{
    if (offset == 0) return 0;
    const auto found = text.rfind('\n', offset - 1);
    return found == std::string_view::npos ? 0 : found + 1;
}

} // namespace

const diagnostic_kind_info& info(context_rule rule) { return context_rules[static_cast<std::size_t>(rule)]; }

const diagnostic_kind_info& info(diagnostic_kind kind) { return kinds[static_cast<std::size_t>(kind)]; }

text_place place_of(std::string_view text, std::int64_t offset)
{
    const auto at = std::min(static_cast<std::size_t>(offset), text.size());
    text_place place;
    const char* p = text.data();
    const char* const end = text.data() + at;
    while (const void* found = p == end ? nullptr : std::memchr(p, '\n', static_cast<std::size_t>(end - p))) {
        p = static_cast<const char*>(found) + 1;
        ++place.line;
    }
    place.column = 1 + columns_of({p, static_cast<std::size_t>(end - p)});
    return place;
}

diagnostic make_diagnostic(severity how, diagnostic_kind kind, std::string message, std::string_view text,
                           std::int64_t offset)
{
    diagnostic d{how, kind, std::move(message), offset, place_of(text, offset), {}, 0, {}};
    const auto at = std::min(static_cast<std::size_t>(offset), text.size());
    const auto begin = line_begin(text, at);
    const auto end = std::min(text.find('\n', at), text.size());
    const auto before = text.substr(begin, at - begin);
    const auto after = text.substr(at, end - at);

    // Two thirds of a window lie left of the caret.
    constexpr std::int64_t left = 105;
    const auto columns_before = d.place.column - 1;
    const auto columns_after = columns_of(after.substr(0, bytes_of_columns(after, widest + 1)));
    std::string_view shown = before;
    const bool cut_left = columns_before > left && columns_before + columns_after > static_cast<std::int64_t>(widest);
    if (cut_left) shown.remove_prefix(bytes_of_columns(before, static_cast<std::size_t>(columns_before - left + 3)));
    d.window = cut_left ? "..." : "";
    d.window += printable(shown);
    d.caret = columns_of(shown) + (cut_left ? 3 : 0);
    const auto room = widest - std::min(widest, static_cast<std::size_t>(d.caret));
    if (columns_after > static_cast<std::int64_t>(room)) {
        d.window += printable(after.substr(0, bytes_of_columns(after, room < 3 ? 0 : room - 3)));
        d.window += "...";
    } else {
        d.window += printable(after);
    }
    return d;
}

} // namespace ballast::inline v0
