#include "ballast/tables.hpp"

#include "analyse/namer.hpp"
#include "ballast/text.hpp"
#include "base/byte_runs.hpp"
#include "base/utf8.hpp"
#include "tables/column.hpp"
#include "tables/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace ballast::tables {

using model::none;
using model::number;
using known_integer = std::optional<std::int64_t>;

namespace {

// Numbers that are negative, and texts that are empty, are unknown.
known_integer known(std::int64_t x) { return x < 0 ? std::nullopt : known_integer(x); }
std::int64_t count(std::size_t x) { return static_cast<std::int64_t>(x); }

// `0,1`; `{}` is empty.
void append_index(const module_context& of, number index, std::string& to)
{
    if (index == none) return;
    const char* gap = "";
    for (const auto part : of.rows().index(index)) {
        fmt::format_to(std::back_inserter(to), "{}{}", gap, part);
        gap = ",";
    }
}
void append_name(const module_context& of, number name, std::string& to)
{
    if (name != none) of.rows().append_name(name, to);
}
void append_shape(const module_context& of, number shape, std::string& to)
{
    if (shape != none) to += analyse::text_of(of.read->shape(shape));
}

known_integer step_of(const module_context& of, number name)
{
    const auto row = of.rows().time_of(name);
    return row == none ? std::nullopt : known_integer(of.rows().number_at(row));
}
known_integer id_at(const module_context& of, number name, number index)
{
    const auto value = of.rows().value_at(name, index);
    return value == none ? std::nullopt : known_integer(of.rows().id_of(value));
}

// The metadata of an instruction, or null. Sections that lack it are read again.
const ast::metadata* metadata_of(const instruction_row& r) { return r.of.read->metadata(r.row); }

void append_opcode(const instruction_row& r, std::string& to)
{
    if (r.numbers.opcode != ast::opcode_kind::unknown)
        to += ast::spelling(r.numbers.opcode);
    else if (const auto* node = r.of.read->instruction(r.row); node && node->opcode.other)
        to += *node->opcode.other;
    to += ast::spelling(r.numbers.suffix);
}

// The class of an allocation, of device memory only.
void append_class(const model::allocation_row& a, std::string& to)
{
    if (!a.thread_local_) to += spelling(analyse::class_of(a));
}

template <typename Row>
column<Row> module_column()
{
    return {"module", "the module, a key of `modules`", [](const Row& r) { return r.of.number(); }};
}

// The columns that holders and values share: what a buffer is.
template <typename Row>
std::vector<column<Row>> with_buffer_columns(std::vector<column<Row>> columns)
{
    const std::vector<column<Row>> more{
        {"shape", "the shape without its layout", [](const Row& r, std::string& to) { to += r.what.shape; }},
        {"element_type", "the element type, or `tuple`", [](const Row& r, std::string& to) { to += r.what.type; }},
        {"rank", "the number of dimensions; tuples have none", [](const Row& r) { return known(r.what.rank); }},
        {"logical", "bytes of the shape without padding", [](const Row& r) { return known(r.what.logical); },
         unit::bytes},
        {"first_step", "the first step of the live range", [](const Row& r) { return known(r.what.start); },
         unit::step},
        {"last_step", "the last step of the live range, inclusive", [](const Row& r) { return known(r.what.end); },
         unit::step},
        {"parameter", "the number of the parameter that it is", [](const Row& r) { return known(r.what.parameter); }},
        {"result_index", "its index in the result, such as `{0}`",
         [](const Row& r, std::string& to) { to += r.what.output; }},
        {"opcode", "of the defining instruction", [](const Row& r, std::string& to) { to += r.what.opcode; }},
        {"label", "a short name for people: where it comes from in the program",
         [](const Row& r, std::string& to) { to += r.what.label; }},
        {"label_group", "the label without the numbers in which similar labels differ",
         [](const Row& r, std::string& to) { to += r.what.group; }},
        {"scope", "the outer part of the place in the program",
         [](const Row& r, std::string& to) { to += r.what.scope; }},
        {"source", "`file:line`", [](const Row& r, std::string& to) { to += r.what.source; }},
        {"op_name", "from the metadata", [](const Row& r, std::string& to) { to += r.what.op_name; }},
    };
    columns.insert(columns.end(), more.begin(), more.end());
    return columns;
}

} // namespace

// --- the tables ------------------------------------------------------------------------------------------------------

template <>
std::span<const column<module_row>> columns_of<module_row>()
{
    using row = module_row;
    static const std::vector<column<row>> all{
        {"module", "the number of the module in this export, from 1", [](const row& r) { return r.of.number(); }},
        {"path", "its first file", [](const row& r, std::string& to) { to += r.of.source.path; }},
        {"name", "its name without its number", [](const row& r, std::string& to) { to += r.of.source.name; }},
        {"file_number", "the number in its file names", [](const row& r, std::string& to) { to += r.of.source.id; }},
        {"era", "the XLA versions that could have printed it",
         [](const row& r, std::string& to) { to += r.of.source.era; }},
        {"files", "its files", [](const row& r) { return r.of.source.files; }},
        {"refused", "files with an error that ends reading", [](const row& r) { return r.of.source.refused; }},
        {"unreadable", "files that could not be read", [](const row& r) { return r.of.source.unreadable; }},
        {"has_live_ranges", "whether live ranges are known",
         [](const row& r) { return r.of.memory != nullptr && r.of.memory->ranges; }},
        {"has_instructions", "whether instructions are known",
         [](const row& r) { return r.of.instruction_count != 0; }},
        {"from_report", "whether it is known only from a report of XLA, whose sizes are rounded",
         [](const row& r) { return r.of.memory != nullptr && r.of.memory->from_report; }},
        {"steps", "the length of the schedule",
         [](const row& r) {
             return r.of.memory && r.of.memory->steps != 0 ? known_integer(r.of.memory->steps) : std::nullopt;
         },
         unit::step},
        {"xla_peak_step", "the step that XLA calls the peak",
         [](const row& r) { return r.of.memory ? r.of.memory->xla_peak : std::nullopt; }, unit::step},
        {"printed_total", "the total in the dump, with thread-local memory",
         [](const row& r) { return r.of.memory ? r.of.memory->printed_total : std::nullopt; }, unit::bytes},
        {"thread_local_bytes", "thread-local memory, which no other sum has",
         [](const row& r) { return r.of.memory ? known_integer(r.of.memory->thread_local_bytes) : std::nullopt; },
         unit::bytes},
        {"value_count", "its values", [](const row& r) { return count(r.of.value_count); }},
        {"instruction_count", "its instructions", [](const row& r) { return count(r.of.instruction_count); }},
        {"fingerprint", "equal for modules that differ only in names",
         [](const row& r, std::string& to) {
             if (r.of.memory) to += r.of.memory->fingerprint;
         }},
    };
    return all;
}

template <>
std::span<const column<space_row>> columns_of<space_row>()
{
    using row = space_row;
    static const std::vector<column<row>> all{
        module_column<row>(),
        {"space", "the memory space; 0 is the default", [](const row& r) { return r.memory.space; }},
        {"total", "allocated: arguments + outputs + constants + temporaries - shared",
         [](const row& r) { return r.memory.total; }, unit::bytes},
        {"arguments", "allocations of arguments", [](const row& r) { return r.memory.arguments; }, unit::bytes},
        {"outputs", "allocations of the result", [](const row& r) { return r.memory.outputs; }, unit::bytes},
        {"constants", "allocations of constants", [](const row& r) { return r.memory.constants; }, unit::bytes},
        {"temporaries", "allocations of temporaries", [](const row& r) { return r.memory.temporaries; }, unit::bytes},
        {"shared", "bytes that two of these count, such as donated arguments",
         [](const row& r) { return r.memory.shared; }, unit::bytes},
        {"peak", "the most bytes in use at once", [](const row& r) { return r.memory.peak; }, unit::bytes},
        {"peak_step", "the first step with the most temporaries in use",
         [](const row& r) {
             return r.memory.temporary_peak ? known_integer(r.memory.temporary_peak->step) : std::nullopt;
         },
         unit::step},
        {"live_peak", "the most bytes of live values in all allocations",
         [](const row& r) { return r.memory.live_peak ? known_integer(r.memory.live_peak->bytes) : std::nullopt; },
         unit::bytes},
        {"fragmentation", "the sizes of arenas minus the most bytes of each that are in use at once",
         [](const row& r) { return r.of.memory->ranges ? known_integer(r.numbers.never_filled) : std::nullopt; },
         unit::bytes},
        {"donatable", "by which the peak would drop if the caller donated arguments; 0 below 1 MiB or 1 % of the total",
         [](const row& r) { return r.donatable; }, unit::bytes},
    };
    return all;
}

template <>
std::span<const column<allocation_row>> columns_of<allocation_row>()
{
    using row = allocation_row;
    static const std::vector<column<row>> all{
        module_column<row>(),
        {"allocation", "its number in the dump", [](const row& r) { return r.head.number; }},
        {"space", "the memory space; 0 is the default", [](const row& r) { return r.head.color; }},
        {"class", "argument, donated, output, constant or temporary; null if it is thread-local",
         [](const row& r, std::string& to) { append_class(r.head, to); }},
        {"size", "its size", [](const row& r) { return r.head.size; }, unit::bytes},
        {"parameter", "the parameter that it contains", [](const row& r) { return known(r.head.parameter); }},
        {"parameter_index", "the part of the parameter, such as `0,1`; null for all of it",
         [](const row& r, std::string& to) { append_index(r.of, r.head.parameter_index, to); }},
        {"parameter_shape", "the shape of the parameter, with its layout",
         [](const row& r, std::string& to) { append_shape(r.of, r.head.parameter_shape, to); }},
        {"constant", "whether it is a constant", [](const row& r) { return r.head.constant; }},
        {"thread_local", "whether each thread has its own, outside of device memory",
         [](const row& r) { return r.head.thread_local_; }},
        {"live_out", "whether it may be part of the result", [](const row& r) { return r.head.live_out; }},
        {"preallocated_temp", "whether it is an arena of temporaries", [](const row& r) { return r.head.arena; }},
        {"value_count", "its values", [](const row& r) { return std::int64_t{r.head.lines}; }},
        {"filled", "the most bytes that are in use at once; known for temporaries with live ranges",
         [](const row& r) { return r.filled; }, unit::bytes},
    };
    return all;
}

template <>
std::span<const column<value_row>> columns_of<value_row>()
{
    using row = value_row;
    static const auto all = with_buffer_columns<row>({
        module_column<row>(),
        {"value", "its id in the dump", [](const row& r) { return r.line.value.id; }},
        {"allocation", "the allocation that contains it", [](const row& r) { return r.what.allocation; }},
        {"space", "the memory space; 0 is the default", [](const row& r) { return r.what.space; }},
        {"class", "as in `allocations`",
         [](const row& r, std::string& to) {
             if (!r.thread_local_) to += spelling(r.what.is);
         }},
        {"name", "the defining instruction and the part of its result, such as `fusion.3{1}`",
         [](const row& r, std::string& to) { to += r.what.name; }},
        {"instruction", "the defining instruction",
         [](const row& r, std::string& to) { append_name(r.of, r.line.value.name, to); }},
        {"shape_index", "the part of its result, such as `0,1`; null for all of it",
         [](const row& r, std::string& to) { append_index(r.of, r.line.value.index, to); }},
        {"size", "its size", [](const row& r) { return r.line.size; }, unit::bytes},
        {"byte_offset", "where it begins in the allocation", [](const row& r) { return r.line.offset; }, unit::bytes},
        {"held", "bytes that it holds at the peak of its space", [](const row& r) { return r.held; }, unit::bytes},
    });
    return all;
}

template <>
std::span<const column<instruction_row>> columns_of<instruction_row>()
{
    using row = instruction_row;
    static const std::vector<column<row>> all{
        module_column<row>(),
        {"instruction", "its name", [](const row& r, std::string& to) { append_name(r.of, r.numbers.name, to); }},
        {"opcode", "its opcode", [](const row& r, std::string& to) { append_opcode(r, to); }},
        {"shape", "the shape of its result, with its layout",
         [](const row& r, std::string& to) { append_shape(r.of, r.numbers.shape, to); }},
        {"logical", "bytes of its result without padding",
         [](const row& r) {
             return r.numbers.shape == none ? std::nullopt : known(r.of.rows().shapes[r.numbers.shape].bytes);
         },
         unit::bytes},
        {"step", "when it runs", [](const row& r) { return step_of(r.of, r.numbers.name); }, unit::step},
        {"operand_count", "its operands", [](const row& r) { return std::int64_t{r.numbers.operands}; }},
        {"parameter", "the number of a parameter", [](const row& r) { return known(r.numbers.parameter()); }},
        {"op_name", "from the metadata",
         [](const row& r, std::string& to) {
             if (r.numbers.op_name != none) to += unescaped(r.of.rows().name(r.numbers.op_name));
         }},
        {"op_type", "from the metadata",
         [](const row& r, std::string& to) {
             if (const auto* metadata = metadata_of(r)) to += unescaped(metadata->op_type);
         }},
        {"source", "`file:line`, the innermost that is not in a library",
         [](const row& r, std::string& to) { to += r.of.read->source_of(r.row); }},
    };
    return all;
}

template <>
std::span<const column<position_row>> columns_of<position_row>()
{
    using row = position_row;
    static const std::vector<column<row>> all{
        module_column<row>(),
        {"value", "the value", [](const row& r) { return r.value; }},
        {"instruction", "where it appears", [](const row& r, std::string& to) { append_name(r.of, r.place.name, to); }},
        {"shape_index", "the part of the result, such as `0,1`; null for all of it",
         [](const row& r, std::string& to) { append_index(r.of, r.place.index, to); }},
    };
    return all;
}

template <>
std::span<const column<use_row>> columns_of<use_row>()
{
    using row = use_row;
    static const std::vector<column<row>> all{
        module_column<row>(),
        {"value", "the value", [](const row& r) { return r.value; }},
        {"instruction", "which reads it", [](const row& r, std::string& to) { append_name(r.of, r.use.name, to); }},
        {"operand", "the number of the operand, from 0",
         [](const row& r) { return r.use.operand == none ? std::nullopt : known_integer(r.use.operand); }},
        {"shape_index", "the part of the operand, such as `0,1`; null for all of it",
         [](const row& r, std::string& to) { append_index(r.of, r.use.index, to); }},
        {"step", "when it is read", [](const row& r) { return step_of(r.of, r.use.name); }, unit::step},
    };
    return all;
}

template <>
std::span<const column<live_range_row>> columns_of<live_range_row>()
{
    using row = live_range_row;
    static const std::vector<column<row>> all{
        module_column<row>(),
        {"value", "the value, if the dump has it",
         [](const row& r) { return id_at(r.of, r.range.name, r.range.index); }},
        {"instruction", "which defines it", [](const row& r, std::string& to) { append_name(r.of, r.range.name, to); }},
        {"shape_index", "the part of its result, such as `0,1`; null for all of it",
         [](const row& r, std::string& to) { append_index(r.of, r.range.index, to); }},
        {"first_step", "the first step", [](const row& r) { return r.range.start; }, unit::step},
        {"last_step", "the last step, inclusive", [](const row& r) { return r.range.end; }, unit::step},
    };
    return all;
}

template <>
std::span<const column<peak_row>> columns_of<peak_row>()
{
    using row = peak_row;
    static const std::vector<column<row>> all{
        module_column<row>(),
        {"row_number", "its place in the list that XLA printed, from 1", [](const row& r) { return r.number; }},
        {"value", "the value, if the dump has it",
         [](const row& r) { return id_at(r.of, r.numbers.name, r.numbers.index); }},
        {"instruction", "which defines it",
         [](const row& r, std::string& to) { append_name(r.of, r.numbers.name, to); }},
        {"shape_index", "the part of its result, such as `0,1`; null for all of it, or if it was not printed",
         [](const row& r, std::string& to) { append_index(r.of, r.numbers.index, to); }},
        {"bytes", "its size", [](const row& r) { return r.numbers.bytes; }, unit::bytes},
        {"cumulative", "the sum of the rows up to this one", [](const row& r) { return known(r.numbers.cumulative); },
         unit::bytes},
    };
    return all;
}

template <>
std::span<const column<holder_row>> columns_of<holder_row>()
{
    using row = holder_row;
    static const auto all = with_buffer_columns<row>({
        module_column<row>(),
        {"holder", "its place among the holders, from 1: by space, the largest first",
         [](const row& r) { return r.number; }},
        {"space", "the memory space; 0 is the default", [](const row& r) { return r.what.space; }},
        {"class", "argument, donated, output, constant or temporary; unknown in some reports",
         [](const row& r, std::string& to) { to += spelling(r.what.is); }},
        {"bytes", "which it holds at the peak of its space", [](const row& r) { return r.what.bytes; }, unit::bytes},
        {"allocation", "its allocation", [](const row& r) { return r.what.allocation; }},
        {"value", "the value, if one names the allocation", [](const row& r) { return known(r.what.value); }},
        {"name", "of the value, such as `fusion.3{1}`", [](const row& r, std::string& to) { to += r.what.name; }},
        {"size", "of the value, or of the allocation", [](const row& r) { return r.what.size; }, unit::bytes},
        {"byte_offset", "where it begins in the allocation", [](const row& r) { return r.what.offset; }, unit::bytes},
    });
    return all;
}

template <>
std::span<const column<donation_row>> columns_of<donation_row>()
{
    using row = donation_row;
    static const std::vector<column<row>> all{
        module_column<row>(),
        {"space", "the memory space; 0 is the default", [](const row& r) { return r.what.space; }},
        {"bytes", "which the result could share with the argument", [](const row& r) { return r.what.bytes; },
         unit::bytes},
        {"parameter", "the argument", [](const row& r) { return r.what.parameter; }},
        {"argument_allocation", "its allocation", [](const row& r) { return r.what.argument_allocation; }},
        {"output_allocation", "the allocation of the result", [](const row& r) { return r.what.output_allocation; }},
        {"argument", "the label of the argument", [](const row& r, std::string& to) { to += r.what.argument; }},
        {"output", "the label of the result", [](const row& r, std::string& to) { to += r.what.output; }},
        {"shape", "of the result, without its layout", [](const row& r, std::string& to) { to += r.what.shape; }},
        {"same_shape", "whether both have the same shape", [](const row& r) { return r.what.same_shape; }},
        {"copied", "whether the result is a copy of the argument", [](const row& r) { return r.what.copied; }},
        {"read_later", "whether the argument is read after the result is first written",
         [](const row& r) { return r.what.read_later; }},
    };
    return all;
}

template <>
std::span<const column<finding_row>> columns_of<finding_row>()
{
    using row = finding_row;
    static const std::vector<column<row>> all{
        module_column<row>(),
        {"path", "its file", [](const row& r, std::string& to) { to += r.found.file; }},
        {"line", "its line, from 1", [](const row& r) { return r.found.place.line; }},
        {"line_column", "its column in code points, from 1", [](const row& r) { return r.found.place.column; }},
        {"severity", "error, warning or note", [](const row& r, std::string& to) { to += name_of(r.found.severity); }},
        {"phase", "form, text, context, era, limits, unknown, siblings or semantic",
         [](const row& r, std::string& to) { to += name_of(info(r.found.what->id).phase); }},
        {"finding", "its identifier; `ballast explain` describes it",
         [](const row& r, std::string& to) { to += info(r.found.what->id).name; }},
        {"message", "the message", [](const row& r, std::string& to) { to += r.found.what->message.text(); }},
        {"hint", "a known cause", [](const row& r, std::string& to) { to += r.found.hint; }},
    };
    return all;
}

namespace {

template <typename Row>
table_info table(std::string_view name, std::string_view what, std::vector<std::vector<std::string_view>> indexes)
{
    table_info made{name, what, {}, std::move(indexes)};
    for (const auto& column : columns_of<Row>()) made.columns.push_back(column.info());
    return made;
}

std::vector<table_info> made_tables()
{
    std::vector<table_info> result(table_count);
    result[module_row::table] = table<module_row>("modules", "a module, which XLA dumps into one or more files", {});
    result[space_row::table] = table<space_row>("spaces", "a memory space that a module uses", {{"module", "space"}});
    result[allocation_row::table] = table<allocation_row>("allocations", "an allocation", {{"module", "allocation"}});
    result[value_row::table] =
        table<value_row>("values", "a value: a buffer in an allocation", {{"module", "value"}, {"size"}});
    result[instruction_row::table] =
        table<instruction_row>("instructions", "an instruction that defines values", {{"module", "instruction"}});
    result[position_row::table] =
        table<position_row>("positions", "a place where a value appears", {{"module", "value"}});
    result[use_row::table] = table<use_row>("uses", "an operand that reads a value", {{"module", "value"}});
    result[live_range_row::table] =
        table<live_range_row>("live_ranges", "a live range, as XLA printed it", {{"module", "value"}});
    result[peak_row::table] =
        table<peak_row>("peak_rows", "a value in the list of the peak that XLA printed", {{"module"}});
    result[holder_row::table] = table<holder_row>(
        "holders", "a part of the memory in use at the peak of a space; they add up to the peak", {{"module"}});
    result[donation_row::table] = table<donation_row>(
        "donations", "a part of the result that could use the memory of an argument that is not donated", {{"module"}});
    result[finding_row::table] = table<finding_row>("findings", "a finding of `ballast validate`", {{"module"}});
    return result;
}

} // namespace

namespace {

struct ascii_without_nul {
    static constexpr bool bytes(char c) { return c != 0 && static_cast<unsigned char>(c) < 0x80; }
};

} // namespace

void row_writer::make_valid()
{
    const char* const end = text_.data() + text_.size();
    if (byte_runs::end_of_run<ascii_without_nul>(text_.data(), end) == end) return;
    std::string valid;
    for (auto& range : texts_) {
        auto left = std::string_view(text_).substr(range.begin, range.end - range.begin);
        range.begin = valid.size();
        while (!left.empty()) {
            const bool sound = left.front() != 0 && utf8::sequence_length(left) != 0;
            const auto next = utf8::take_code_point(left);
            valid += sound ? next : "\xef\xbf\xbd";
        }
        range.end = valid.size();
    }
    text_.swap(valid);
}

} // namespace ballast::tables

namespace ballast::inline v0::tables {

std::string_view spelling(cell_type which)
{
    switch (which) {
    case cell_type::integer: return "integer";
    case cell_type::boolean: return "boolean";
    case cell_type::text: return "text";
    }
    return {};
}

std::string_view spelling(unit which)
{
    switch (which) {
    case unit::none: return "";
    case unit::bytes: return "bytes";
    case unit::step: return "step";
    }
    return {};
}

std::span<const table_info> all()
{
    static const auto tables = ballast::tables::made_tables();
    return tables;
}

std::optional<std::size_t> find(std::string_view name)
{
    const auto found = std::ranges::find(all(), name, &table_info::name);
    return found == all().end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - all().begin()));
}

} // namespace ballast::inline v0::tables
