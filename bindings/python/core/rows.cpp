#include "rows.hpp"

#include "python_text.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace ballast::python {

namespace {

struct allocation_object {
    module_pointer of;
    std::size_t number = 0; // in the rows

    [[nodiscard]] const ast::allocation& node() const { return *of->rows().allocations[number]; }
};

struct value_object {
    module_pointer of;
    std::size_t number = 0;

    [[nodiscard]] const module_rows::value& row() const { return of->rows().values[number]; }
    [[nodiscard]] const ast::value_line& line() const { return *row().line; }
    // The entry under `Used values:`, or null.
    [[nodiscard]] const ast::used_value* used() const
    {
        const auto& all = of->rows().used;
        const auto found = all.find(line().value.id);
        return found == all.end() ? nullptr : found->second;
    }
    [[nodiscard]] const ast::value_detail* detail() const
    {
        const auto* entry = used();
        return entry ? &entry->detail : line().detail.get();
    }
    // Its buffer in the analysis; empty if it is thread-local.
    [[nodiscard]] std::optional<holder> buffer() const
    {
        const auto* memory = of->memory();
        if (!memory || row().allocation->thread_local_ || row().buffer >= memory->buffers.size()) return std::nullopt;
        return memory->buffers[row().buffer];
    }
    [[nodiscard]] std::optional<holder_numbers> numbers() const
    {
        const auto* memory = of->memory();
        if (!memory || row().allocation->thread_local_ || row().buffer >= memory->buffers.size()) return std::nullopt;
        return memory->buffers.numbers(row().buffer);
    }
};

struct instruction_object {
    module_pointer of;
    std::size_t number = 0;

    [[nodiscard]] const module_rows::instruction& row() const { return of->rows().instructions[number]; }
    [[nodiscard]] const ast::instruction& node() const { return *row().node; }
};

struct use_object {
    module_pointer of;
    const ast::value_use* node;
};
struct position_object {
    module_pointer of;
    const ast::value_position* node;
};
struct live_range_object {
    module_pointer of;
    const ast::live_range_row* node;
};
struct peak_row_object {
    module_pointer of;
    const ast::peak_row* node;
};
struct stack_row_object {
    module_pointer of;
    const ast::stack_row* node;
};

nb::object optional_index(const ast::maybe<ast::shape_index>& index)
{
    return index ? nb::object(index_of(*index)) : nb::none();
}
constexpr auto optional_index_signature = "def index(self) -> tuple[int, ...] | None";

std::string name_with_index(std::string_view name, const ast::maybe<ast::shape_index>& index)
{
    return index && !index->empty() ? fmt::format("{}{{{}}}", name, fmt::join(*index, ",")) : std::string(name);
}

std::string opcode_of(const ast::instruction& node)
{
    const auto& [kind, suffix, other] = node.opcode;
    return fmt::format("{}{}", other ? *other : ast::spelling(kind), ast::spelling(suffix));
}

// Row `i` of a list with `size` rows.
std::size_t checked(std::size_t i, std::size_t size)
{
    if (i >= size) throw nb::index_error();
    return i;
}

// Objects for the nodes of a list.
template <typename Object, typename Node>
std::vector<Object> objects(const module_pointer& of, const ast::list<Node>& nodes)
{
    std::vector<Object> result;
    result.reserve(nodes.size());
    for (const auto& node : nodes) result.push_back({of, &node});
    return result;
}

std::optional<std::pair<std::int64_t, std::int64_t>> range_of(const value_object& value)
{
    const auto numbers = value.numbers();
    if (!numbers || numbers->start < 0) return std::nullopt;
    return std::pair(numbers->start, numbers->end);
}

// A text of the analysis; None if it is unknown.
auto text_in_buffer(std::string holder::* member)
{
    return [member](const value_object& value) -> nb::object {
        const auto buffer = value.buffer();
        return buffer && !((*buffer).*member).empty() ? nb::object(text_of((*buffer).*member)) : nb::none();
    };
}

// Objects are equal if they are the same row of the same module.
template <typename Object>
bool same(const Object& a, const Object& b)
{
    return a.of == b.of && a.number == b.number;
}

template <typename Object, typename Class>
void add_identity(Class& bound, const char* kind)
{
    bound.def("__eq__", [](const Object& a, nb::handle b) {
        Object other;
        return nb::try_cast<Object>(b, other) && same(a, other);
    });
    bound.def("__hash__", [](const Object& a) { return std::hash<const void*>()(a.of.get()) ^ a.number; });
    bound.def(
        "__reduce__",
        [kind](const Object& a) {
            const auto get = nb::module_::import_("ballast.pickling").attr("row_of");
            return nb::make_tuple(get, nb::make_tuple(a.of, kind, a.number));
        },
        nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"));
}

void bind_allocation(nb::module_& m)
{
    nb::class_<allocation_object> allocation(m, "Allocation", "An allocation: bytes that values share.");
    allocation
        .def_prop_ro(
            "number", [](const allocation_object& x) { return x.node().number; }, "The number in the dump.")
        .def_prop_ro(
            "size", [](const allocation_object& x) { return x.node().size; }, "Bytes.")
        .def_prop_ro(
            "space", [](const allocation_object& x) { return x.node().color; }, "The memory space; 0 is the default.")
        .def_prop_ro(
            "buffer_class",
            [](const allocation_object& x) -> std::optional<std::string> {
                const auto* memory = x.of->memory();
                if (!memory || x.node().thread_local_) return std::nullopt;
                for (const auto& a : memory->allocations)
                    if (a.number == x.node().number) return std::string(spelling(a.is));
                return std::nullopt;
            },
            "argument, donated, output, constant or temporary; None if it is thread-local.")
        .def_prop_ro(
            "parameter",
            [](const allocation_object& x) -> std::optional<std::int64_t> {
                return x.node().parameter ? std::optional(x.node().parameter->number) : std::nullopt;
            },
            "The number of the parameter that it contains, or None.")
        .def_prop_ro(
            "is_constant", [](const allocation_object& x) { return x.node().constant; },
            "True if the dump marks it as a constant.")
        .def_prop_ro(
            "is_thread_local", [](const allocation_object& x) { return x.node().thread_local_; },
            "True if each thread has its own; it is then not device memory.")
        .def_prop_ro(
            "is_live_out", [](const allocation_object& x) { return x.node().maybe_live_out; },
            "True if it may be part of the result.")
        .def_prop_ro(
            "is_preallocated_temp", [](const allocation_object& x) { return x.node().preallocated_temp; },
            "True if it is the arena of temporaries.")
        .def_prop_ro(
            "values",
            [](const allocation_object& x) {
                std::vector<value_object> result;
                const auto first = x.of->rows().first_value.at(&x.node());
                for (std::size_t i = 0; i < x.node().values.size(); ++i) result.push_back({x.of, first + i});
                return result;
            },
            "The values in it, in the order of the dump.")
        .def("__repr__", [](const allocation_object& x) {
            return fmt::format("<Allocation {}: {} bytes, {} values>", x.node().number, x.node().size,
                               x.node().values.size());
        });
    add_identity<allocation_object>(allocation, "allocation");
}

void bind_value_parts(nb::module_& m)
{
    nb::class_<use_object>(m, "Use", "An operand that reads a value.")
        .def_prop_ro(
            "name", [](const use_object& x) { return text_of(x.node->name); }, "The reading instruction.")
        .def_prop_ro(
            "operand", [](const use_object& x) { return x.node->operand; }, "The number of the operand.")
        .def_prop_ro(
            "index", [](const use_object& x) { return optional_index(x.node->index); },
            nb::sig(optional_index_signature), "The part of a tuple operand, or None.")
        .def("__repr__", [](const use_object& x) {
            return text_of(fmt::format("<Use by operand {} of {}>", x.node->operand, x.node->name));
        });
    nb::class_<position_object>(m, "Position",
                                "A place where a value appears: an instruction, or a part of its result.")
        .def_prop_ro(
            "name", [](const position_object& x) { return text_of(x.node->name); }, "The instruction.")
        .def_prop_ro(
            "index", [](const position_object& x) { return optional_index(x.node->index); },
            nb::sig(optional_index_signature), "The part of a tuple, or None.")
        .def("__repr__", [](const position_object& x) {
            return text_of(fmt::format("<Position {}>", name_with_index(x.node->name, x.node->index)));
        });
}

void bind_value(nb::module_& m)
{
    nb::class_<value_object> value(m, "Value", "A value in an allocation.");
    value.def_prop_ro(
             "id", [](const value_object& x) { return x.line().value.id; }, "The id in the dump.")
        .def_prop_ro(
            "name", [](const value_object& x) { return text_of(x.line().value.name); }, "The defining instruction.")
        .def_prop_ro(
            "index", [](const value_object& x) { return optional_index(x.line().value.index); },
            nb::sig(optional_index_signature), "The part of a tuple result, or None.")
        .def_prop_ro(
            "size", [](const value_object& x) { return x.line().size; }, "Bytes.")
        .def_prop_ro(
            "offset", [](const value_object& x) { return x.line().offset; }, "Bytes from the start of the allocation.")
        .def_prop_ro(
            "space", [](const value_object& x) { return x.row().allocation->color; }, "The memory space.")
        .def_prop_ro(
            "shape", [](const value_object& x) { return printed(*x.line().shape, x.of->rows().dump->forms); },
            "The shape with its layout, as printed.")
        .def_prop_ro(
            "allocation", [](const value_object& x) { return allocation_object{x.of, x.row().allocation_row}; },
            "The allocation that contains it.")
        .def_prop_ro("live_range", &range_of, "The first and the last schedule step, or None if unknown.")
        .def_prop_ro(
            "instruction",
            [](const value_object& x) -> std::optional<instruction_object> {
                const auto* used = x.used();
                if (!used || !used->instruction) return std::nullopt;
                const auto found = x.of->rows().instruction_of_name.find(used->instruction->name);
                return instruction_object{x.of, found->second};
            },
            "The defining instruction, or None if the dump lacks it.")
        .def_prop_ro(
            "positions",
            [](const value_object& x) {
                const auto* detail = x.detail();
                return detail ? objects<position_object>(x.of, detail->positions) : std::vector<position_object>();
            },
            "Where it appears.")
        .def_prop_ro(
            "uses",
            [](const value_object& x) {
                const auto* detail = x.detail();
                return detail ? objects<use_object>(x.of, detail->uses) : std::vector<use_object>();
            },
            "Which operands read it.")
        .def_prop_ro(
            "logical_size",
            [](const value_object& x) -> std::optional<std::int64_t> {
                const auto numbers = x.numbers();
                return numbers && numbers->logical >= 0 ? std::optional(numbers->logical) : std::nullopt;
            },
            "Bytes of the shape without padding, or None if unknown.")
        .def_prop_ro(
            "buffer_class",
            [](const value_object& x) -> std::optional<std::string> {
                const auto numbers = x.numbers();
                return numbers ? std::optional(std::string(spelling(numbers->is))) : std::nullopt;
            },
            "argument, donated, output, constant or temporary; None if it is thread-local.")
        .def_prop_ro("label", text_in_buffer(&holder::label), nb::sig("def label(self) -> str | None"),
                     "A short name for people: where it comes from in the program.")
        .def_prop_ro("source", text_in_buffer(&holder::source), nb::sig("def source(self) -> str | None"),
                     "`file:line`, or None if unknown.")
        .def_prop_ro("op_name", text_in_buffer(&holder::op_name), nb::sig("def op_name(self) -> str | None"),
                     "The name in the metadata, or None.")
        .def("__repr__", [](const value_object& x) {
            const auto& line = x.line();
            return text_of(fmt::format("<Value {} {}: {} bytes at {} of allocation {}>", line.value.id,
                                       name_with_index(line.value.name, line.value.index), line.size, line.offset,
                                       x.row().allocation->number));
        });
    add_identity<value_object>(value, "value");
}

// A field of the metadata; None if it is empty or there is no metadata.
auto metadata_text(std::string_view ast::metadata::* member)
{
    return [member](const instruction_object& x) -> nb::object {
        const auto* metadata = x.node().metadata();
        return metadata && !(metadata->*member).empty() ? nb::object(text_of(metadata->*member)) : nb::none();
    };
}

void bind_instruction(nb::module_& m)
{
    nb::class_<instruction_object> instruction(m, "Instruction", "An HLO instruction.");
    instruction
        .def_prop_ro(
            "name", [](const instruction_object& x) { return text_of(x.node().name); }, "The name, without `%`.")
        .def_prop_ro(
            "opcode", [](const instruction_object& x) { return text_of(opcode_of(x.node())); }, "The opcode.")
        .def_prop_ro(
            "shape", [](const instruction_object& x) { return printed(*x.node().shape, *x.row().forms); },
            "The shape with its layout, as printed.")
        .def_prop_ro(
            "operands",
            [](const instruction_object& x) {
                std::vector<std::string> names;
                if (const auto* all = std::get_if<ast::list<ast::operand>>(&x.node().body))
                    for (const auto& operand : *all) names.emplace_back(operand.name);
                return names;
            },
            "The names of its operands.")
        .def_prop_ro("op_name", metadata_text(&ast::metadata::op_name), nb::sig("def op_name(self) -> str | None"),
                     "The name in the metadata, or None.")
        .def_prop_ro("source_file", metadata_text(&ast::metadata::source_file),
                     nb::sig("def source_file(self) -> str | None"), "The source file in the metadata, or None.")
        .def_prop_ro(
            "source_line",
            [](const instruction_object& x) -> std::optional<std::int64_t> {
                const auto* metadata = x.node().metadata();
                return metadata && metadata->source_line != 0 ? std::optional(metadata->source_line) : std::nullopt;
            },
            "The source line in the metadata, or None.")
        .def_prop_ro(
            "text", [](const instruction_object& x) { return printed(x.node(), *x.row().forms); },
            "The instruction as printed.")
        .def("__repr__", [](const instruction_object& x) {
            return text_of(fmt::format("<Instruction {} = {}>", x.node().name, opcode_of(x.node())));
        });
    add_identity<instruction_object>(instruction, "instruction");
}

void bind_ranges(nb::module_& m)
{
    nb::class_<live_range_object>(m, "LiveRangeRow", "The live range of a value, by its name.")
        .def_prop_ro(
            "name", [](const live_range_object& x) { return text_of(x.node->name); }, "The defining instruction.")
        .def_prop_ro(
            "index", [](const live_range_object& x) { return index_of(x.node->index); },
            nb::sig("def index(self) -> tuple[int, ...]"), "The part of a tuple result.")
        .def_prop_ro(
            "start", [](const live_range_object& x) { return x.node->start; }, "The first schedule step.")
        .def_prop_ro(
            "end", [](const live_range_object& x) { return x.node->end; }, "The last schedule step, inclusive.")
        .def("__repr__", [](const live_range_object& x) {
            return text_of(fmt::format("<LiveRangeRow {}: {} to {}>", name_with_index(x.node->name, x.node->index),
                                       x.node->start, x.node->end));
        });
    nb::class_<peak_row_object>(m, "PeakRow", "A value that is live at the peak that XLA printed.")
        .def_prop_ro(
            "name", [](const peak_row_object& x) { return text_of(x.node->name); }, "The defining instruction.")
        .def_prop_ro(
            "index", [](const peak_row_object& x) { return optional_index(x.node->index); },
            nb::sig(optional_index_signature), "The part of a tuple result, or None if not printed.")
        .def_prop_ro(
            "bytes", [](const peak_row_object& x) { return x.node->bytes; }, "Bytes.")
        .def_prop_ro(
            "cumulative", [](const peak_row_object& x) { return std::optional<std::int64_t>(x.node->cumulative); },
            "The sum of the rows up to this one, or None if not printed.")
        .def("__repr__", [](const peak_row_object& x) {
            return text_of(
                fmt::format("<PeakRow {}: {} bytes>", name_with_index(x.node->name, x.node->index), x.node->bytes));
        });
    nb::class_<stack_row_object>(m, "StackRow", "A row of the stack-trace tree below the peak.")
        .def_prop_ro(
            "depth", [](const stack_row_object& x) { return x.node->depth; }, "The depth in the tree, from 0.")
        .def_prop_ro(
            "label", [](const stack_row_object& x) { return text_of(x.node->label); }, "The frame.")
        .def_prop_ro(
            "percent", [](const stack_row_object& x) { return static_cast<double>(x.node->tenths) / 10; },
            "The share of the total.")
        .def_prop_ro(
            "total", [](const stack_row_object& x) { return x.node->total; }, "Bytes of the node with its children.")
        .def_prop_ro(
            "current", [](const stack_row_object& x) { return x.node->current; }, "Bytes of the node alone.")
        .def("__repr__", [](const stack_row_object& x) {
            return text_of(fmt::format("<StackRow {}: {} bytes>", x.node->label, x.node->total));
        });
}

} // namespace

void bind_rows(nb::module_& m)
{
    bind_allocation(m);
    bind_value_parts(m);
    bind_instruction(m);
    bind_value(m);
    bind_ranges(m);
    using pointer = module_pointer;
    m.def("allocation", [](const pointer& x, std::size_t i) {
        return allocation_object{x, checked(i, x->rows().allocations.size())};
    });
    m.def("value",
          [](const pointer& x, std::size_t i) { return value_object{x, checked(i, x->rows().values.size())}; });
    m.def("instruction", [](const pointer& x, std::size_t i) {
        return instruction_object{x, checked(i, x->rows().instructions.size())};
    });
    m.def("live_range_row", [](const pointer& x, std::size_t i) {
        const auto* ranges = x->rows().ranges;
        return live_range_object{x, &ranges->rows[checked(i, ranges ? ranges->rows.size() : 0)]};
    });
    m.def("peak_row", [](const pointer& x, std::size_t i) {
        const auto* peak = x->rows().peak();
        return peak_row_object{x, &peak->rows[checked(i, peak ? peak->rows.size() : 0)]};
    });
    m.def("value_of_id", [](const pointer& x, std::int64_t id) -> std::optional<value_object> {
        const auto& all = x->rows().value_of_id;
        const auto found = all.find(id);
        return found == all.end() ? std::nullopt : std::optional(value_object{x, found->second});
    });
    m.def("instruction_of_name", [](const pointer& x, std::string_view name) -> std::optional<instruction_object> {
        const auto& all = x->rows().instruction_of_name;
        const auto found = all.find(name);
        return found == all.end() ? std::nullopt : std::optional(instruction_object{x, found->second});
    });
    m.def("stack_rows", [](const pointer& x) -> std::optional<std::vector<stack_row_object>> {
        const auto* peak = x->rows().peak();
        if (!peak || !peak->stack_trace) return std::nullopt;
        return objects<stack_row_object>(x, peak->stack_trace->rows);
    });
}

} // namespace ballast::python
