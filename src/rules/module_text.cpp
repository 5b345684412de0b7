#include "rules/module_text.hpp"

#include "base/shown.hpp"
#include "rules/attribute.hpp"
#include "rules/instruction.hpp"
#include "rules/shape.hpp"
#include "rules/unknown_item.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace ballast::rules {

namespace {

std::string text_of(const ast::shape_index& index)
{
    std::string result = "{";
    for (const auto i : index) result.append(result.size() == 1 ? "" : ",").append(std::to_string(i));
    return result + '}';
}

verdict check_parameter(const ast::entry_layout& layout, std::int64_t parameter, const ast::shape_index& index,
                        std::size_t part)
{
    const auto count = layout.parameters.size();
    if (parameter < 0 || static_cast<std::uint64_t>(parameter) >= count)
        return violation{finding_id::alias_part,
                         say("the entry has {} parameters, none is number {}", count, parameter), part};
    if (ast::subshape(layout.parameters[static_cast<std::size_t>(parameter)], index)) return {};
    return violation{finding_id::alias_part, say("parameter {} of the entry has no part {}", parameter, text_of(index)),
                     part};
}

bool less(const ast::shape_index& a, const ast::shape_index& b) { return std::ranges::lexicographical_compare(a, b); }

// The index of the second of two elements that `before` does not order; the number of elements if there is none.
template <typename T, typename Before>
std::size_t second_of_two(const ast::list<T>& list, Before before)
{
    std::vector<std::size_t> order(list.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        return before(list[a], list[b]) || (!before(list[b], list[a]) && a < b);
    });
    for (std::size_t i = 1; i < order.size(); ++i)
        if (!before(list[order[i - 1]], list[order[i]])) return order[i];
    return list.size();
}

verdict check_reference(std::string_view what, std::int64_t number, std::size_t count)
{
    if (number >= 1 && static_cast<std::uint64_t>(number) <= count) return {};
    return violation{finding_id::frame_reference, say("there is no {} {}, the table has {}", what, number, count)};
}

template <typename T>
verdict check_numbers(const ast::list<T>& entries)
{
    std::int64_t expected = 0;
    for (const auto& entry : entries)
        if (auto rule = check_entry_number(entry.number, ++expected)) return rule;
    return {};
}

verdict malformed(finding_message text) { return violation{finding_id::module_text, std::move(text)}; }

// True if the text has no bytes that no text can have.
bool is_text(std::string_view text)
{
    return text.find_first_of(std::string_view("\0\r", 2)) == std::string_view::npos;
}

bool is_name(std::string_view text)
{
    return !text.empty() && std::ranges::none_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte <= ' ' || byte == 0x7f || c == ',';
    });
}

// True if the text can be the name of an instruction or a computation.
bool is_instruction_name(std::string_view text)
{
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    return !text.empty() && letters.find(text[0]) != std::string_view::npos && std::ranges::all_of(text, [&](char c) {
        return letters.find(c) != std::string_view::npos || (c >= '0' && c <= '9') || c == '.' || c == '-';
    });
}

// True for one line, and empty lines after it.
bool is_unread(std::string_view text)
{
    const auto end = text.find('\n');
    return end != std::string_view::npos && text.find_first_not_of('\n', end) == std::string_view::npos &&
           is_text(text);
}

bool is_indented(const ast::computation_line& line)
{
    const auto* const piece = std::get_if<ast::unread>(&line.content);
    return !piece || piece->text.starts_with("  ");
}

// Checks instructions, and that unread pieces are lines which do not end the computation. Whether a piece is an
// instruction after all, only the grammar knows.
verdict check_lines(const ast::list<ast::computation_line>& lines)
{
    if (lines.empty()) return malformed(say("a computation without instructions"));
    if (!is_indented(lines.front())) return malformed(say("a computation begins with a line that is not indented"));
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (const auto* const node = lines[i].instruction()) {
            if (!is_instruction_name(node->name))
                return malformed(say("an instruction is called {}", shown(node->name)));
            if (auto rule = check_instruction(*node)) return rule;
            continue;
        }
        const auto& text = std::get<ast::unread>(lines[i].content).text;
        const bool ends =
            text.starts_with('}') && text.ends_with("\n\n") && (i + 1 == lines.size() || !is_indented(lines[i + 1]));
        const bool joined = text.starts_with('\n') && i != 0 && !lines[i - 1].instruction();
        if (!is_unread(text) || ends || joined) return malformed(say("an unread piece cannot be {}", shown(text)));
    }
    return {};
}

verdict check_computation(const ast::computation_text& computation)
{
    if (!is_instruction_name(computation.name))
        return malformed(say("a computation is called {}", shown(computation.name)));
    if (auto rule = check_lines(computation.instructions)) return rule;
    if (computation.thread &&
        (computation.thread->find_first_of("\"\n") != std::string_view::npos || !is_text(*computation.thread)))
        return malformed(say("a thread is called {}", shown(*computation.thread)));
    if (!computation.signature) return {};
    for (const auto& parameter : computation.signature->parameters) {
        if (!is_instruction_name(parameter.name))
            return malformed(say("a parameter is called {}", shown(parameter.name)));
        if (auto rule = check_shape(parameter.shape)) return rule;
    }
    return check_shape(computation.signature->result);
}

verdict check_computations(const ast::list<ast::computation_text>& computations)
{
    if (computations.empty()) return malformed(say("a module without a computation"));
    for (const auto& computation : computations) {
        if (auto rule = check_computation(computation)) return rule;
        if (auto rule = check_text_form(computation, computations.front())) return rule;
        if (computation.trimmed && &computation != &computations.back())
            return malformed(say("no empty line after a computation that is not the last"));
    }
    return {};
}

bool only_false(const ast::maybe<ast::list<bool>>& propagation)
{
    return propagation && propagation->size() == 1 && !(*propagation)[0];
}

} // namespace

bool is_block(std::string_view text)
{
    if (!text.starts_with("{\n") || !is_text(text)) return false;
    std::size_t depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"') {
            for (++i; i < text.size() && text[i] != '"'; ++i)
                if (text[i] == '\\') ++i;
        } else if (text[i] == '{') {
            ++depth;
        } else if (text[i] == '}' && --depth == 0) {
            return i + 1 == text.size();
        }
    }
    return false;
}

verdict check_aliases(const ast::module_text& text)
{
    const auto& aliases = text.input_output_alias;
    const auto& donors = text.buffer_donor;
    if (const auto* layout = text.entry_computation_layout.get()) {
        for (std::size_t i = 0; i < aliases.size(); ++i) {
            if (!ast::subshape(layout->result, aliases[i].output))
                return violation{finding_id::alias_part, say("the result has no part {}", text_of(aliases[i].output)),
                                 i};
            if (auto rule = check_parameter(*layout, aliases[i].parameter, aliases[i].index, i)) return rule;
        }
        for (std::size_t i = 0; i < donors.size(); ++i)
            if (auto rule = check_parameter(*layout, donors[i].parameter, donors[i].index, aliases.size() + i))
                return rule;
    }
    const auto alias = second_of_two(
        aliases, [](const ast::output_alias& a, const ast::output_alias& b) { return less(a.output, b.output); });
    if (alias != aliases.size())
        return violation{finding_id::alias_twice,
                         say("part {} of the result is aliased twice", text_of(aliases[alias].output)), alias};
    const auto donor = second_of_two(donors, [](const ast::buffer_donor& a, const ast::buffer_donor& b) {
        return a.parameter != b.parameter ? a.parameter < b.parameter : less(a.index, b.index);
    });
    if (donor != donors.size())
        return violation{
            finding_id::alias_twice,
            say("part {} of parameter {} is donated twice", text_of(donors[donor].index), donors[donor].parameter),
            aliases.size() + donor};
    return {};
}

verdict check_text_form(const ast::computation_text& computation, const ast::computation_text& first)
{
    if (static_cast<bool>(computation.signature) == static_cast<bool>(first.signature)) return {};
    return malformed(first.signature ? say("short header, the first computation has a long one")
                                     : say("long header, the first computation has a short one"));
}

verdict check_entry_number(std::int64_t number, std::int64_t expected)
{
    if (number == expected) return {};
    return violation{finding_id::frame_number, say("entry {}, expected entry {}", number, expected)};
}

verdict check_file(const ast::file_location& location, std::size_t files)
{
    return check_reference("file name", location.file_name_id, files);
}

verdict check_function(const ast::file_location& location, std::size_t functions)
{
    return check_reference("function name", location.function_name_id, functions);
}

verdict check_location(const ast::stack_frame& frame, std::size_t locations)
{
    return check_reference("file location", frame.file_location_id, locations);
}

verdict check_parent(const ast::stack_frame& frame, std::size_t frames)
{
    if (frame.parent == 0) return {};
    if (frame.parent == frame.number)
        return violation{finding_id::frame_reference, say("stack frame {} is its own parent", frame.number)};
    return check_reference("stack frame", frame.parent, frames);
}

verdict check_tables(const ast::stack_frame_tables& tables)
{
    if (auto rule = check_numbers(tables.file_names)) return rule;
    if (auto rule = check_numbers(tables.function_names)) return rule;
    if (auto rule = check_numbers(tables.file_locations)) return rule;
    if (auto rule = check_numbers(tables.stack_frames)) return rule;
    for (const auto& location : tables.file_locations) {
        if (auto rule = check_file(location, tables.file_names.size())) return rule;
        if (auto rule = check_function(location, tables.function_names.size())) return rule;
    }
    for (const auto& frame : tables.stack_frames) {
        if (auto rule = check_location(frame, tables.file_locations.size())) return rule;
        if (auto rule = check_parent(frame, tables.stack_frames.size())) return rule;
    }
    return {};
}

verdict check_module_text(const ast::module_text& text)
{
    if (!is_name(text.name)) return malformed(say("a module is called {}", shown(text.name)));
    if (only_false(text.propagation_to_parameters) || only_false(text.propagation_to_output))
        return malformed(say("one `false` for sharding propagation, which XLA does not print"));
    if (text.replica_count < 0 || text.num_partitions < 0)
        return malformed(say("{} replicas and {} partitions", text.replica_count, text.num_partitions));
    if (auto rule = check_unknown(text)) return rule;
    if (auto rule = check_computations(text.computations)) return rule;
    for (const auto block : {text.origin_recovery_table, text.debug_attributes})
        if (!block.empty() && !is_block(block))
            return malformed(say("an item on several lines cannot be {}", shown(block)));
    if (auto rule = check_frontend(text.frontend_attributes)) return rule;
    if (const auto* layout = text.entry_computation_layout.get()) {
        for (const auto& shape : layout->parameters)
            if (auto rule = check_shape(shape)) return rule;
        if (auto rule = check_shape(layout->result)) return rule;
    }
    if (auto rule = check_aliases(text)) return rule;
    if (text.tables) return check_tables(*text.tables);
    return {};
}

} // namespace ballast::rules
