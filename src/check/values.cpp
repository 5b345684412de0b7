// Used values: their entries compared with their lines in allocations, and their names, positions, shapes and sizes.
#include "check/report.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace ballast::checking {

namespace {

// If one of two files was cut off after a record, it looks complete by itself. True if that is reported.
bool check_cut(const context& in)
{
    const auto& rows = in.rows;
    std::optional<model::called> first_without_entry; // the smallest id
    std::optional<model::called> first_without_line;
    std::size_t without_entry = 0;
    std::size_t without_line = 0;
    for (const auto& value : rows.values) {
        if (value.line == none && ++without_line == 1) first_without_line = rows.entries[value.entry].value;
        if (value.entry != none || value.line == none) continue;
        const auto& name = rows.lines[value.line].value;
        if (++without_entry == 1 || name.id < first_without_entry->id) first_without_entry = name;
    }
    const bool any_entry = !rows.entries.empty();
    const auto last_entry = any_entry ? rows.entries.back().value : model::called();
    if (!in.split || !rows.total) return false;
    if (without_line == 0 && without_entry != 0 && (!any_entry || last_entry.id < first_without_entry->id)) {
        const auto end = any_entry ? in.of(last_entry) : in.total();
        in.out.add(finding_id::missing_entry, end,
                   say("`Used values:` end {}, {} values of the allocations are missing",
                       any_entry ? "with " + in.called(last_entry) : std::string("at once"), without_entry),
                   {subject_of(about::names), subject_of(about::positions), subject_of(about::ranges)}, {},
                   {{in.of(*first_without_entry), say("the first of them")}});
        return true;
    }
    if (without_entry != 0 || without_line == 0) return false;
    const auto* last = rows.allocations.empty() ? nullptr : &rows.allocations.back();
    if (last && last->number != static_cast<std::int64_t>(rows.allocations.size()) - 1) return false;
    std::uint64_t sum = 0;
    for (const auto& a : rows.allocations) sum += static_cast<std::uint64_t>(a.size);
    if (sum >= static_cast<std::uint64_t>(rows.total->bytes)) return false;
    std::vector<subject> doubtful{subject_of(about::names), subject_of(about::sizes), subject_of(about::total),
                                  subject_of(about::offsets)};
    if (last) doubtful.push_back(in.allocation(*last));
    const auto end = last ? in.of(*last) : in.at.bytes(in.allocations_at, std::string_view("BufferAssignment:").size());
    in.out.add(finding_id::missing_entry, end,
               say("the allocations end {}: {} used values are in none, and {} of {} bytes are missing",
                   last ? "with number " + std::to_string(last->number) : std::string("at once"), without_line,
                   static_cast<std::uint64_t>(rows.total->bytes) - sum, rows.total->bytes),
               doubtful, {},
               {{in.of(*first_without_line), say("the first of the values")}, {in.total(), say("the total")}});
    return true;
}

// Invariant 4. Before D4 the text of a value is in its line, so there is nothing to compare.
void check_entries(const context& in)
{
    const auto& rows = in.rows;
    if (rows.has.allocations && rows.has.entries) {
        const bool cut = check_cut(in);
        in.out.applies(finding_id::missing_entry, rows.values.size());
        for (const auto& value : rows.values) {
            if (value.line != none && value.entry != none) {
                const auto& line = rows.lines[value.line].value;
                const auto& entry = rows.entries[value.entry].value;
                in.out.applies(finding_id::entry_name);
                if (!line.same(entry))
                    in.out.add(finding_id::entry_name, in.of(entry),
                               say("value {} is {} here and {} in its allocation{}", entry.id, in.called(entry),
                                   in.called(line), line.color != entry.color ? ", or of another color" : ""),
                               {in.value(line), in.value(entry), subject_of(about::names)}, {},
                               {{in.of(line), say("in the allocation")}});
            } else if (cut) {
                continue;
            } else if (value.line != none) {
                const auto& line = rows.lines[value.line].value;
                in.out.add(
                    finding_id::missing_entry, in.of(line),
                    say("value {}, {}, is in an allocation, but not under `Used values:`", line.id, in.called(line)),
                    {in.value(line), subject_of(about::names)});
            } else {
                const auto& entry = rows.entries[value.entry].value;
                in.out.add(
                    finding_id::missing_entry, in.of(entry),
                    say("value {}, {}, is under `Used values:`, but in no allocation", entry.id, in.called(entry)),
                    {in.value(entry), subject_of(about::names)});
            }
        }
    }
    std::optional<model::called> before;
    for (const auto& e : rows.entries) {
        const auto value = rows.value_of(e.value.id);
        const auto line = rows.values[value].line;
        if (line != none && rows.lines[line].value.at == e.value.at) continue; // in its line
        if (before) in.out.applies(finding_id::value_order);
        if (before && e.value.id <= before->id)
            in.out.add(finding_id::value_order, in.of(e.value),
                       say("value {} comes after value {}", e.value.id, before->id),
                       {in.value(e.value), subject_of(about::names)}, {in.value(*before)});
        before = e.value;
    }
}

// Invariant 41.
void check_phi(const context& in)
{
    std::optional<model::called> last;
    const auto each = [&](auto&& f) {
        for (const auto& value : in.rows.values) f(in.rows.name_of(value));
    };
    each([&](const model::called& v) {
        if (!v.phi && (!last || v.id > last->id)) last = v;
    });
    each([&](const model::called& v) {
        if (v.phi && last) in.out.applies(finding_id::phi_order);
        if (v.phi && last && v.id < last->id)
            in.out.add(finding_id::phi_order, in.of(v),
                       say("phi value {} has a smaller id than value {}, which is not a phi value", v.id, last->id),
                       {in.value(v), subject_of(about::names)}, {in.value(*last)},
                       {{in.of(*last), say("the largest id of other values")}});
    });
}

// A position belongs to one value.
void check_other_value(const context& in, const model::entry_row& entry, const model::position_row& p)
{
    const auto& first = in.rows.positions[in.rows.position_at(p.name, p.index)];
    if (first.value == p.value) return;
    const auto other = in.rows.name_of(in.rows.values[first.value]);
    in.out.add(
        finding_id::position_twice, in.of(p),
        say("{} is a position of {} and of {}", in.called(p.name, p.index), in.called(other), in.called(entry.value)),
        {in.value(entry.value), subject_of(about::positions)}, {in.value(other)},
        {{in.of(first), say("a position of the other value")}});
}

// Invariant 21, and that positions are unique.
void check_positions(const context& in)
{
    constexpr std::size_t few = 16; // searched linearly
    model::lookup seen;
    for (const auto& entry : in.rows.entries) {
        const auto positions = in.rows.positions_of(entry);
        if (positions.size() > few) seen = model::lookup(positions.size());
        // The first position at the same place.
        const auto first_at = [&](std::uint64_t where, number i) {
            if (positions.size() > few) return seen.add(where, i);
            for (number k = 0; k < i; ++k)
                if (model::rows::key(positions[k].name, positions[k].index) == where) return k;
            return i;
        };
        for (number i = 0; i < positions.size(); ++i) {
            const auto& p = positions[i];
            const auto where = model::rows::key(p.name, p.index);
            in.out.applies(finding_id::position_twice);
            if (i == 0) {
                in.out.applies(finding_id::defining_position);
                if (where != model::rows::key(entry.value.name, entry.value.index))
                    in.out.add(
                        finding_id::defining_position, in.of(p),
                        say("the first position of {} is {}", in.called(entry.value), in.called(p.name, p.index)),
                        {in.value(entry.value), in.value(p.name, p.index), subject_of(about::positions)}, {},
                        {{in.of(entry.value), say("the value")}});
            } else if (p.name == entry.value.name) {
                in.out.add(finding_id::position_twice, in.of(p),
                           say("{} has a second position at its defining instruction, {}", in.called(entry.value),
                               in.called(p.name, p.index)),
                           {in.value(entry.value), subject_of(about::positions)});
            }
            if (const auto first = first_at(where, i); first != i)
                in.out.add(finding_id::position_twice, in.of(p),
                           say("{} has the position {} twice", in.called(entry.value), in.called(p.name, p.index)),
                           {in.value(entry.value), subject_of(about::positions)}, {},
                           {{in.of(positions[first]), say("the first time")}});
            check_other_value(in, entry, p);
        }
    }
}

// Invariant 24: an index follows a name if and only if that instruction is a tuple.
void check_indexes(const context& in)
{
    enum class state : std::uint8_t { unknown, array, tuple };
    const auto& rows = in.rows;
    model::row_list<state> known(rows.names(), state::unknown);
    for (const auto& i : rows.instructions)
        if (known[i.name] == state::unknown) known[i.name] = rows.shapes[i.shape].tuple ? state::tuple : state::array;
    const auto check = [&](place where, number name, number index, subject blamed) {
        const auto seen = index == none ? state::array : state::tuple;
        if (known[name] == state::unknown) known[name] = seen;
        in.out.applies(finding_id::index_presence);
        if (known[name] == seen) return;
        in.out.add(finding_id::index_presence, where,
                   seen == state::tuple ? say("{} is not a tuple, but its name has an index", in.called(name, index))
                                        : say("{} is a tuple, but its name has no index", in.called(name)),
                   {blamed, subject_of(about::positions)}, {in.instruction(name)});
    };
    // The oldest form always has an index.
    if (!in.when.never(feature::value_lines_v1)) return;
    for (const auto& e : rows.entries) {
        check(in.of(e.value), e.value.name, e.value.index, in.value(e.value));
        for (const auto& p : rows.positions_of(e)) check(in.of(p), p.name, p.index, in.value(e.value));
    }
    if (rows.entries.empty())
        for (const auto& line : rows.lines)
            check(in.of(line.value), line.value.name, line.value.index, in.value(line.value));
    // An operand is the whole result of an instruction.
    for (const auto& e : rows.entries)
        for (const auto& u : rows.uses_of(e)) {
            const auto user = in.instruction_of(u.name);
            if (!user || u.operand >= user->operands) continue;
            const auto operand = rows.operands_of(*user)[u.operand].name;
            if (operand == none || known[operand] == state::unknown) continue;
            if ((known[operand] == state::tuple) != (u.index != none))
                in.out.add(finding_id::index_presence, in.of(u),
                           say("operand {} of {}, {}, is {} tuple, its use has {} index", u.operand, in.called(u.name),
                               in.called(operand), u.index == none ? "a" : "not a", u.index == none ? "no" : "an"),
                           {in.value(e.value)}, {in.instruction(u.name), in.instruction(operand)});
        }
}

// Every position is a part of the result of its instruction.
void check_parts(const context& in)
{
    for (const auto& e : in.rows.entries)
        for (const auto& p : in.rows.positions_of(e)) {
            if (p.index == none || p.index == model::empty_index || p.name == e.value.name) continue;
            const auto made = in.instruction_of(p.name);
            if (!made) continue;
            in.out.applies(finding_id::value_shape);
            if (in.rows.part_of(made->shape, p.index) != none) continue;
            in.out.add(finding_id::value_shape, in.of(p),
                       say("the result of {} has no part {}, a position of {}", in.called(made->name),
                           in.called(p.name, p.index), in.called(e.value)),
                       {in.value(e.value), in.value(p.name, p.index), subject_of(about::positions)},
                       {in.instruction(made->name), subject_of(about::shapes)},
                       {{in.shape_of(*made), say("its shape")}});
        }
}

// The other way around: each part of a result is a position of some value.
class parts_with_values {
public:
    parts_with_values(const context& in, const model::instruction_row& made) : in_(in), made_(made) {}

    void visit(number shape)
    {
        in_.out.applies(finding_id::missing_part);
        const auto index = in_.rows.find_index(path_);
        if (!lacks_value(shape) && (index == none || in_.rows.position_at(made_.name, index) == none)) {
            const auto part = path_.empty() ? std::string() : index_text(path_);
            in_.out.add(finding_id::missing_part, in_.of(made_),
                        say("no value is at {}{}, a part of the result", in_.called(made_.name), part),
                        {in_.instruction(made_.name), subject_of(about::positions)},
                        {subject_of(about::shapes), in_.value(made_.name, index)},
                        {{in_.shape_of(made_), say("its shape")}});
            told_ = true;
        }
        const auto& row = in_.rows.shapes[shape];
        for (number i = 0; i < row.parts && !told_; ++i) {
            path_.push_back(i);
            visit(in_.rows.shape_parts[row.first_part + i]);
            path_.pop_back();
        }
    }

private:
    // True if XLA gives the part no value: the table of the operands of a collective permute of several arrays (until
    // it became a wrapped computation, 2026-06), and parts of asynchronous computations that are not arrays.
    [[nodiscard]] bool lacks_value(number shape) const
    {
        using enum ast::opcode_kind;
        if (path_.empty()) return false;
        const auto& row = in_.rows.shapes[shape];
        if (made_.opcode == collective_permute_start && row.tuple) return path_.size() == 1 && path_.front() == 0;
        return !row.tuple && !row.plain &&
               (made_.suffix != ast::async_suffix::none || made_.opcode == async_start ||
                made_.opcode == async_update || made_.opcode == async_done);
    }

    const context& in_;
    const model::instruction_row& made_;
    std::vector<std::int64_t> path_;
    bool told_ = false;
};

void check_missing_parts(const context& in)
{
    for (number i = 0; i < in.rows.instructions.size(); ++i)
        if (const auto made = in.rows.instructions[i]; in.rows.instruction_of(made.name) == i)
            parts_with_values(in, made).visit(made.shape);
}

// The same if the instruction is not printed: the top-level value of a tuple has the whole shape.
void check_shapes_of_parts(const context& in)
{
    for (const auto& line : in.rows.lines) {
        const auto& value = line.value;
        if (value.index == none || value.index == model::empty_index || in.rows.instruction_of(value.name) != none)
            continue;
        const auto whole = in.line_of(in.rows.value_at(value.name, model::empty_index));
        if (!whole || in.rows.part_of(whole->shape, value.index) == line.shape) continue;
        in.out.add(finding_id::value_shape, in.shape_of(line),
                   say("the shape of {} differs in the tuple {}", in.called(value), in.called(whole->value)),
                   {in.value(value), subject_of(about::shapes)}, {in.value(whole->value)},
                   {{in.shape_of(*whole), say("the shape of the tuple")}});
    }
}

// Invariant 22.
void check_shapes(const context& in)
{
    for (const auto& e : in.rows.entries) {
        if (e.instruction == none) continue;
        const auto& made = in.rows.instructions[e.instruction];
        if (made.name != e.value.name) continue;
        const auto part = in.rows.part_of(made.shape, e.value.index);
        const auto value = in.rows.value_of(e.value.id);
        const auto blames = [&] {
            return std::vector<subject>{in.value(e.value), in.instruction(made.name), subject_of(about::shapes)};
        };
        if (part == none) {
            in.out.add(finding_id::value_shape, in.of(e.value),
                       say("the result of {} has no part {}", in.called(made.name), in.called(e.value)), blames(), {},
                       {{in.shape_of(made), say("its shape")}});
            continue;
        }
        const auto line = in.line_of(value);
        if (!line || line->value.name != e.value.name || line->value.index != e.value.index || line->shape == part)
            continue;
        const auto bytes = in.rows.shapes[part].bytes;
        const auto there = in.rows.shapes[line->shape].bytes;
        in.out.add(
            finding_id::value_shape, in.shape_of(*line),
            bytes >= 0 && there >= 0 && bytes != there
                ? say("the shape of {} takes {} bytes here and {} in its instruction", in.called(e.value), there, bytes)
                : say("the shape of {} differs in its instruction", in.called(e.value)),
            blames(), {}, {{in.shape_of(made), say("the shape of the instruction's result")}});
    }
}

// The bytes of a value on TPU: arrays are rounded up to their tiles, except for sync flags; -1 if unknown.
std::int64_t bytes_on_tpu(const context& in, const model::line_row& line)
{
    const auto& shape = in.rows.shapes[line.shape];
    if (shape.tuple) return tpu_table_bytes(in.on, shape.parts, line.value.color);
    if (!shape.tiled) return -1;
    return shape.space == tpu_space::sync_flags ? shape.bytes : shape.padded;
}

// Invariant 39, stricter. On CPU and GPU a value takes the bytes of its shape. On TPU all thread-local values have one
// fixed size.
void check_bytes(const context& in)
{
    for (const auto& line : in.rows.lines) {
        const auto& shape = in.rows.shapes[line.shape];
        if (shape.unbounded) continue;
        std::int64_t bytes = -1;
        if (!in.on.is_tpu())
            bytes = shape.plain || shape.tuple ? shape.bytes : -1;
        else if (!in.rows.allocations[line.allocation].thread_local_)
            bytes = bytes_on_tpu(in, line);
        // The size has room for the bound of each dimension, and for more.
        if (bytes < 0) continue;
        in.out.applies(finding_id::value_bytes);
        if (shape.dynamic ? bytes <= line.size : bytes == line.size) continue;
        in.out.add(finding_id::value_bytes, in.size_of(line),
                   say("value {} has {} bytes, its shape {} takes {}", line.value.id, line.size,
                       shown(in.at.text(in.shape_of(line)), 60), bytes),
                   {in.value(line.value)}, {in.instruction(line.value.name)}, {{in.shape_of(line), say("its shape")}});
    }
}

void check_constants(const context& in)
{
    for (const auto& line : in.rows.lines) {
        const auto made = in.instruction_of(line.value.name);
        if (!made) continue;
        const auto& a = in.rows.allocations[line.allocation];
        const bool constant = made->opcode == ast::opcode_kind::constant;
        in.out.applies(finding_id::constant_allocation);
        if (constant == a.constant) continue;
        in.out.add(finding_id::constant_allocation, in.of(line.value),
                   constant
                       ? say("{} is a constant, its allocation {} is not `constant`", in.called(line.value), a.number)
                       : say("{} is not a constant, its allocation {} is `constant`", in.called(line.value), a.number),
                   {in.value(line.value)}, {in.allocation(a), in.instruction(line.value.name)},
                   {{in.of(a), say("the allocation")}, {in.of(*made), say("the instruction")}});
    }
}

} // namespace

void check_values(const context& in)
{
    check_entries(in);
    check_phi(in);
    check_positions(in);
    check_indexes(in);
    check_parts(in);
    check_missing_parts(in);
    check_shapes(in);
    check_shapes_of_parts(in);
    check_bytes(in);
    check_constants(in);
}

} // namespace ballast::checking
