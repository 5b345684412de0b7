// Parameters and results: their allocations and shapes.
#include "check/report.hpp"
#include "check/same_place.hpp"

#include <algorithm>
#include <optional>

namespace ballast::checking {

namespace {

std::string part_text(const context& in, number index)
{
    return index_text(in.rows.index(index == none ? model::empty_index : index));
}

std::uint64_t key(std::int64_t parameter, number index)
{
    return model::mixed(static_cast<std::uint64_t>(parameter)) ^ (std::uint64_t{index} << 1);
}

// The shape of the whole result of an instruction. If the instruction is not printed, it is that of the top-level
// value.
number whole_shape(const context& in, const model::called& value)
{
    const auto line = in.line_of(in.rows.value_at(value.name, model::empty_index));
    return line ? line->shape : none;
}

// Invariant 16: before D18 the shape of the whole parameter, since then that of the part. A file may be D17 or D18.
bool shape_fits(const context& in, const model::allocation_row& a, const model::line_row& line)
{
    if (a.parameter_shape == none) return true;
    const auto& rows = in.rows;
    const auto bare = [&](number shape) { return shape == none ? none : rows.shapes[shape].bare; };
    const auto made = in.instruction_of(line.value.name);
    const auto whole = made ? made->shape : whole_shape(in, line.value);
    const bool as_whole = bare(rows.part_of(a.parameter_shape, a.parameter_index)) == bare(line.shape) &&
                          (whole == none || bare(whole) == bare(a.parameter_shape));
    const bool as_part = bare(a.parameter_shape) == bare(line.shape);
    return (as_whole && !in.when.always(feature::parameter_subshape)) ||
           (as_part && !in.when.always(feature::whole_parameter_shape));
}

// The value for which the allocation of a parameter was made: the one that the parameter instruction defines. Without
// instructions, the first value with the shape of the parameter, regardless of ids.
std::optional<model::line_row> value_of_parameter(const context& in, const model::allocation_row& a)
{
    std::optional<model::line_row> likely;
    bool fits = false;
    for (const auto& line : in.rows.lines_of(a)) {
        if ((line.value.index == none ? model::empty_index : line.value.index) != a.parameter_index) continue;
        const auto made = in.instruction_of(line.value.name);
        if (made && made->parameter() == a.parameter) return line;
        if (made || fits) continue;
        fits = shape_fits(in, a, line);
        if (!likely || fits) likely = line;
    }
    return likely;
}

place shape_in_head(const context& in, const model::allocation_row& a, std::string_view before)
{
    auto where = in.at.rest_after(a.at, before, 10);
    const auto text = in.at.text(where);
    where.end = where.begin + static_cast<std::int64_t>(std::min(text.find('|'), text.size()));
    return where;
}

void check_shape(const context& in, const model::allocation_row& a, const model::line_row& line)
{
    if (a.parameter_shape != none) in.out.applies(finding_id::parameter_shape);
    if (shape_fits(in, a, line)) return;
    in.out.add(finding_id::parameter_shape, shape_in_head(in, a, ", shape |"),
               say("the shape of parameter {} at {} is not that of {}", a.parameter, part_text(in, a.parameter_index),
                   in.called(line.value)),
               {in.allocation(a)}, {in.value(line.value)}, {{in.shape_of(line), say("the shape of the value")}});
}

// Invariant 15: every part of a parameter has an allocation.
class subtrees {
public:
    subtrees(const context& in, const model::lookup& known, const model::allocation_row& top)
        : in_(in), known_(known), top_(top)
    {
    }
    void visit(number shape)
    {
        const auto& row = in_.rows.shapes[shape];
        for (number i = 0; i < row.parts && !told_; ++i) {
            path_.push_back(i);
            in_.out.applies(finding_id::missing_parameter);
            const auto index = in_.rows.find_index(path_);
            if (index == none || known_.find(key(top_.parameter, index)) == none) {
                in_.out.add(finding_id::missing_parameter, in_.of(top_),
                            say("parameter {} has no allocation at {}", top_.parameter, index_text(path_)),
                            {in_.allocation(top_)}, {subject_of(about::names)});
                told_ = true;
            } else {
                visit(in_.rows.shape_parts[row.first_part + i]);
            }
            path_.pop_back();
        }
    }

private:
    const context& in_;
    const model::lookup& known_;
    const model::allocation_row& top_;
    std::vector<std::int64_t> path_;
    bool told_ = false;
};

} // namespace

void check_parameters(const context& in)
{
    const auto& rows = in.rows;
    model::lookup known;
    std::vector<std::int64_t> numbers;
    for (number i = 0; i < rows.allocations.size(); ++i) {
        const auto& a = rows.allocations[i];
        if (a.parameter < 0) continue;
        numbers.push_back(a.parameter);
        in.out.applies(finding_id::parameter_twice);
        in.out.applies(finding_id::missing_parameter);
        const auto first = known.add(key(a.parameter, a.parameter_index), i);
        if (first != i)
            in.out.add(finding_id::parameter_twice, in.at.number_after(a.at, "parameter ", 11),
                       say("parameter {} at {} is in allocation {} and in allocation {}", a.parameter,
                           part_text(in, a.parameter_index), rows.allocations[first].number, a.number),
                       {in.allocation(a), subject_of(about::names)}, {in.allocation(rows.allocations[first])},
                       {{in.of(rows.allocations[first]), say("the other allocation")}});
        // Views (2026-07-22+) are not values of the parameter instruction; since then values are in another file.
        const auto line = value_of_parameter(in, a);
        if (line || (!a.unknown_shape && a.lines != 0)) in.out.applies(finding_id::parameter_value);
        if (line)
            check_shape(in, a, *line);
        else if (!a.unknown_shape && a.lines != 0)
            in.out.add(finding_id::parameter_value, in.at.number_after(a.at, "parameter ", 11),
                       say("allocation {} holds no value of parameter {} at {}", a.number, a.parameter,
                           part_text(in, a.parameter_index)),
                       {in.allocation(a), subject_of(about::names)}, {in.value(rows.lines_of(a)[0].value)},
                       {{in.of(rows.lines_of(a)[0].value), say("its first value")}});
    }
    std::ranges::sort(numbers);
    std::int64_t next = 0;
    for (const auto n : numbers) {
        if (n > next) {
            const auto above = std::ranges::find_if(rows.allocations, [&](const auto& a) { return a.parameter == n; });
            in.out.add(finding_id::missing_parameter, in.at.number_after(above->at, "parameter ", 11),
                       say("parameter {} has an allocation, parameter {} has none", n, next), {in.allocation(*above)},
                       {subject_of(about::names)});
            break;
        }
        next = n + 1;
    }
    for (const auto& a : rows.allocations) {
        if (a.parameter < 0 || a.parameter_index != model::empty_index) continue;
        if (const auto line = value_of_parameter(in, a)) subtrees(in, known, a).visit(line->shape);
    }
}

namespace {

// The values at the root, by their positions.
struct root_position {
    model::position_row at;
    number line; // none if it has no index
};
std::vector<root_position> at_root(const context& in)
{
    std::vector<root_position> result;
    for (const auto& p : in.rows.positions)
        if (p.name == in.rows.root) result.push_back({p, in.rows.values[p.value].line});
    return result;
}

// Each part of the result has a value with the same number of bytes; layouts and bitcasts may change its shape.
class result_parts {
public:
    result_parts(const context& in, const model::allocation_row& a) : in_(in), a_(a) {}
    void visit(number shape)
    {
        const auto& row = in_.rows.shapes[shape];
        const auto index = in_.rows.find_index(path_);
        const auto found = index == none ? none : in_.rows.position_at(in_.rows.root, index);
        in_.out.applies(finding_id::missing_result);
        if (found == none) {
            if (!told_)
                in_.out.add(finding_id::missing_result, shape_in_head(in_, a_, "output shape is |"),
                            say("no value is at {} {} of the result", in_.called(in_.rows.root), path()),
                            {subject_of(about::positions)}, {in_.allocation(a_), in_.instruction(in_.rows.root)});
            told_ = true;
            return;
        }
        const auto& p = in_.rows.positions[found];
        if (const auto line = in_.line_of(p.value)) {
            const auto& there = in_.rows.shapes[line->shape];
            // Only a layout shows whether elements smaller than 8 bits are packed, and this shape has no layout.
            const bool packed = row.packed >= 0 && row.packed == there.bytes;
            // A bitcast into the result may drop padding, on TPU.
            const bool part = in_.on.is_tpu() && row.bytes >= 0 && row.bytes < there.bytes;
            in_.out.applies(finding_id::result_bytes);
            if (!packed && !part && differ(row, there))
                in_.out.add(finding_id::result_bytes, shape_in_head(in_, a_, "output shape is |"),
                            row.bytes >= 0 && there.bytes >= 0
                                ? say("the result takes {} bytes at {}, {} there takes {}", row.bytes, path(),
                                      in_.called(line->value), there.bytes)
                                : say("the result {} at {}, {} there {}", room_of(row), path(), in_.called(line->value),
                                      room_of(there)),
                            {in_.allocation(a_)}, {in_.value(line->value)},
                            {{in_.shape_of(*line), say("the shape of the value")}});
        }
        for (number i = 0; i < row.parts; ++i) {
            path_.push_back(i);
            visit(in_.rows.shape_parts[row.first_part + i]);
            path_.pop_back();
        }
    }

private:
    [[nodiscard]] std::string path() const { return index_text(path_); }

    const context& in_;
    const model::allocation_row& a_;
    std::vector<std::int64_t> path_;
    bool told_ = false;
};

// Invariant 17.
const model::allocation_row* check_output(const context& in)
{
    const auto& rows = in.rows;
    const model::allocation_row* output = nullptr;
    for (const auto& a : rows.allocations) {
        if (a.output_shape == none) continue;
        in.out.applies(finding_id::output_shape);
        const auto where = in.at.bytes(in.at.find("output shape is", a.at), 15);
        if (output)
            in.out.add(finding_id::output_shape, where,
                       say("allocations {} and {} both have the output shape", output->number, a.number),
                       {in.allocation(a)}, {in.allocation(*output)}, {{in.of(*output), say("the first one")}});
        else
            output = &a;
        if (!a.live_out)
            in.out.add(finding_id::output_shape, where,
                       say("allocation {} has the output shape, but is not `maybe-live-out`", a.number),
                       {in.allocation(a)});
    }
    if (!output) {
        // An excerpt may have only an arena.
        const bool whole = std::ranges::any_of(rows.allocations, [](const auto& a) { return !a.arena; });
        if (whole && in.when.always(feature::output_shape)) in.out.applies(finding_id::output_shape);
        if (whole && in.when.always(feature::output_shape))
            in.out.add(finding_id::output_shape, in.of(rows.allocations.back()),
                       say("none of {} allocations has the output shape", rows.allocations.size()),
                       {in.allocation(rows.allocations.back())});
        return nullptr;
    }
    const auto& shape = rows.shapes[output->output_shape];
    const auto made = rows.root == none ? std::nullopt : in.instruction_of(rows.root);
    if (made && rows.shapes[made->shape].bare != shape.bare)
        in.out.add(finding_id::output_shape, shape_in_head(in, *output, "output shape is |"),
                   say("the output shape is not that of {}, the root", in.called(rows.root)), {in.allocation(*output)},
                   {in.instruction(rows.root)}, {{in.shape_of(*made), say("the shape of the root")}});
    // Without instructions: a tuple has its own table, any other result may be a bitcast of a value.
    else if (!made && shape.tuple && std::ranges::none_of(rows.lines_of(*output), [&](const auto& line) {
                 return rows.shapes[line.shape].bare == shape.bare;
             }))
        in.out.add(finding_id::output_shape, shape_in_head(in, *output, "output shape is |"),
                   say("no value of allocation {} has the output shape", output->number), {in.allocation(*output)},
                   {subject_of(about::shapes)});
    return output;
}

// True if an instruction can have side effects, so that it is scheduled although the root does not depend on it.
bool may_act(const model::instruction_row& i)
{
    using enum ast::opcode_kind;
    if (i.suffix != ast::async_suffix::none) return true;
    switch (i.opcode) {
    case unknown:
    case custom_call:
    case infeed:
    case outfeed:
    case send:
    case send_done:
    case recv:
    case recv_done:
    case rng:
    case rng_get_and_update_state:
    case trace:
    case while_:
    case conditional:
    case call:
    case async_start:
    case async_update:
    case async_done:
    case all_gather:
    case all_gather_start:
    case all_gather_done:
    case all_reduce:
    case all_reduce_start:
    case all_reduce_done:
    case all_to_all:
    case collective_permute:
    case collective_permute_start:
    case collective_permute_done:
    case reduce_scatter:
    case parameter: return true; // unused
    default: return false;
    }
}

// The last row after the root that neither has side effects nor is an operand of a row that may follow the root; none
// if there is no such row. The root of a computation is read by its caller, which comes later.
number useless_behind_root(const context& in)
{
    const auto& rows = in.rows;
    const auto root = rows.time_of(rows.root);
    if (root == none || root + 1 == rows.sequence.size()) return none;
    const auto behind = [&](number name) {
        const auto time = rows.time_of(name);
        return time != none && time > root;
    };
    model::row_list<bool> read(rows.names(), false);
    // Users that are not printed pass values on; the readers are unknown.
    for (const auto& e : rows.entries)
        if (std::ranges::any_of(rows.uses_of(e),
                                [&](const auto& u) { return behind(u.name) && rows.instruction_of(u.name) == none; }))
            for (const auto& p : rows.positions_of(e)) read[p.name] = true;
    bool in_callee = false; // whether a caller has been seen
    for (auto i = static_cast<number>(rows.sequence.size() - 1); i > root; --i) {
        const auto name = rows.sequence[i].name;
        const auto made = in.instruction_of(name);
        in_callee = in_callee || in.calls(name) || (made && made->opcode == ast::opcode_kind::async_start);
        const bool defines = !rows.has.instructions && rows.value_at(name, none) != none;
        // What is not printed may call a computation with effects.
        const bool acts = made ? may_act(*made) : (in.nested && rows.has.instructions) || in.calls(name);
        if (!read[name] && !defines && !acts && !in_callee) return i;
        if (made)
            for (const auto [operand, shape] : rows.operands_of(*made))
                if (operand != none) read[operand] = true;
    }
    return none;
}

// The root comes last, except for instructions that it does not depend on.
void check_root_order(const context& in, const model::allocation_row& output)
{
    in.out.applies(finding_id::root_order);
    const auto row = useless_behind_root(in);
    if (row == none) return;
    const auto name = in.rows.sequence[row].name;
    in.out.add(finding_id::root_order, in.of(in.rows.sequence[row]),
               say("{} comes after the root {}, but has no side effect", in.called(name), in.called(in.rows.root)),
               {subject_of(about::sequence)}, {in.allocation(output), in.instruction(in.rows.root)});
}

} // namespace

void check_results(const context& in)
{
    const auto& rows = in.rows;
    const auto* output = check_output(in);
    if (!rows.has.allocations || !rows.has.entries || rows.root == none) return;
    if (output && rows.has.ranges) check_root_order(in, *output);

    // Invariant 18: an allocation is live-out if and only if one of its values is at the root, and then only one.
    const auto results = at_root(in);
    model::row_list<number> first(rows.allocations.size(), none);
    for (const auto& [p, which] : results) {
        if (which == none) continue;
        const auto line = rows.lines[which];
        const auto& a = rows.allocations[line.allocation];
        in.out.applies(finding_id::live_out);
        auto& other = first[line.allocation];
        if (!a.live_out && other == none)
            in.out.add(finding_id::live_out, in.of(a),
                       say("allocation {} is not `maybe-live-out`, but its value {} is at the root {}", a.number,
                           in.called(line.value), in.called(p.name, p.index)),
                       {in.allocation(a)}, {in.value(line.value), subject_of(about::positions)},
                       {{in.of(p), say("at the root")}});
        if (other != none && other != which) {
            const auto earlier = rows.lines[other].value;
            in.out.add(finding_id::live_out, in.of(p),
                       say("two values of allocation {} are at the root, {} and {}", a.number, in.called(earlier),
                           in.called(line.value)),
                       {in.value(line.value)}, {in.value(earlier), in.allocation(a), subject_of(about::positions)});
        }
        other = which;
        if (!a.arena) in.out.applies(finding_id::result_size);
        if (!a.arena && (line.size != a.size || line.offset != 0))
            in.out.add(finding_id::result_size, in.size_of(line),
                       say("{} has {} bytes at offset {}, a result fills its allocation: {} has {} bytes",
                           in.called(line.value), line.size, line.offset, a.number, a.size),
                       {in.value(line.value)}, {in.allocation(a)});
    }
    if (output || rows.has.ranges)
        for (std::size_t i = 0; i < rows.allocations.size(); ++i)
            if (rows.allocations[i].live_out && first[i] == none)
                in.out.add(finding_id::live_out, in.of(rows.allocations[i]),
                           say("allocation {} is `maybe-live-out`, but none of its values is at the root {}",
                               rows.allocations[i].number, in.called(rows.root)),
                           {in.allocation(rows.allocations[i])}, {subject_of(about::positions)});
    if (!output) return;
    result_parts parts(in, *output);
    parts.visit(output->output_shape);
    // Positions at the root that are not parts of the result.
    for (const auto& [p, line] : results)
        if (rows.part_of(output->output_shape, p.index) == none)
            in.out.add(finding_id::missing_result, in.of(p),
                       say("the result has no part {}", in.called(p.name, p.index)),
                       {in.value(p.name, p.index), subject_of(about::positions)}, {in.allocation(*output)});
}

} // namespace ballast::checking
