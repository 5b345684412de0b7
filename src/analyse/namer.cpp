#include "analyse/namer.hpp"

#include "analyse/labels.hpp"
#include "ballast/text.hpp"

#include <fmt/format.h>

namespace ballast::analyse {

using model::none;
using model::number;
using op = ast::opcode_kind;

namespace {

bool is_copy(op opcode)
{
    return opcode == op::copy || opcode == op::copy_start || opcode == op::copy_done || opcode == op::bitcast ||
           opcode == op::bitcast_convert || opcode == op::opt_barrier;
}

// The label of a parameter without metadata.
constexpr std::string_view nameless = "parameter";
std::string parameter_label(std::int64_t of) { return fmt::format("{} {}", nameless, of); }

// The label of similar arguments.
std::string group_of(const std::string& label)
{
    if (label.starts_with(nameless) && label.find_first_not_of("0123456789", nameless.size() + 1) == std::string::npos)
        return std::string(nameless);
    return without_numbers(label);
}

} // namespace

std::string opcode_text(const ast::instruction& of)
{
    std::string text(of.opcode.other ? *of.opcode.other : ast::spelling(of.opcode.kind));
    return text += ast::spelling(of.opcode.suffix);
}

buffer_class class_of(const model::allocation_row& a)
{
    if (a.parameter >= 0) return a.live_out ? buffer_class::donated : buffer_class::argument;
    if (a.constant) return buffer_class::constant;
    return a.live_out ? buffer_class::output : buffer_class::temporary;
}

holder namer::of_value(const model::allocation_row& a, const model::line_row& line)
{
    holder made;
    made.space = a.color;
    made.is = class_of(a);
    made.allocation = a.number;
    made.bytes = made.size = line.size;
    made.offset = line.offset;
    const auto row = of_.defined_by(line);
    if (a.parameter >= 0 && row != none && rows_.instructions[row].opcode == op::parameter &&
        rows_.instructions[row].parameter() == a.parameter)
        made.parameter = a.parameter;
    name(made, line);
    return made;
}

void namer::name(holder& made, const model::line_row& line)
{
    made.value = line.value.id;
    made.name = place_text(line.value.name, line.value.index);
    name_shape(made, line.shape);
    made.logical = rows_.shapes[line.shape].bytes;
    if (const auto range = rows_.values[rows_.value_of(line.value.id)].range; range != none) {
        made.start = rows_.ranges[range].start;
        made.end = rows_.ranges[range].end;
    }
    const auto row = of_.defined_by(line);
    if (const auto* node = of_.instruction(row)) made.opcode = opcode_text(*node);
    const auto from = label(made, line, row);
    made.source = of_.source_of(row);
    if (made.source.empty() && from != row) made.source = of_.source_of(from);
    if (const auto name = op_name_of(from); name != none) {
        made.op_name = unescaped(rows_.name(name));
        if (made.parameter < 0) made.scope = scope_of(model().removed_from(made.op_name));
    }
    if (made.parameter >= 0) made.scope = made.group.substr(0, made.group.find_first_of("[."));
    if (const auto entry = of_.entry_of(line))
        for (const auto& p : rows_.positions_of(*entry))
            if (p.name == rows_.root && rows_.root != none) {
                made.output = index_text(p.index);
                break;
            }
}

void namer::name_shape(holder& made, number shape)
{
    auto& known = shapes_[shape % shapes_.size()];
    if (known.shape != shape) {
        const auto [type, rank] = facts_of(of_.shape(shape));
        known = {shape, of_.shape_text(shape), std::string(type), rank};
    }
    made.shape = known.text;
    made.type = known.type;
    made.rank = known.rank;
}

std::string namer::index_text(number index) const
{
    std::string result = "{";
    if (index != none)
        for (const auto step : rows_.index(index)) {
            if (result.size() != 1) result += ',';
            result += std::to_string(step);
        }
    return result + '}';
}

std::string namer::place_text(number name, number index) const
{
    std::string result(rows_.name(name));
    if (index != none && !rows_.index(index).empty()) result += index_text(index);
    return result;
}

number namer::op_name_of(number row) const { return row == none ? none : rows_.instructions[row].op_name; }

std::string namer::label_of_row(number row) const
{
    const auto name = op_name_of(row);
    if (name == none) return {};
    const auto text = unescaped(rows_.name(name));
    if (rows_.instructions[row].opcode == op::parameter && is_name_of_all(text)) {
        if (!roles_) roles_ = of_.text() ? parameter_roles(*of_.text()) : decltype(roles_)::value_type();
        const auto found = roles_->find(rows_.name(rows_.instructions[row].name));
        return found == roles_->end() ? text : found->second;
    }
    return rows_.instructions[row].opcode == op::parameter && !is_traced(text) ? text
                                                                               : label_of(model().removed_from(text));
}

const model_scope& namer::model() const
{
    if (model_) return *model_;
    model_.emplace();
    for (const auto& i : rows_.instructions)
        if (i.op_name != none) model_->take(rows_.name(i.op_name));
    return *model_;
}

std::string namer::name_or_label(number name) const
{
    const auto row = rows_.instruction_of(name);
    if (auto found = label_of_row(row); !found.empty()) return found;
    if (row != none && rows_.instructions[row].parameter() >= 0)
        return parameter_label(rows_.instructions[row].parameter());
    return std::string(base_of(rows_.name(name)));
}

number namer::defining(number& name) const
{
    if (const auto row = rows_.instruction_of(name); row != none) return row;
    const auto at = rows_.position_at(name, none);
    if (at == none) return none;
    name = rows_.name_of(rows_.values[rows_.positions[at].value]).name;
    return rows_.instruction_of(name);
}

number namer::copied_by(number row) const
{
    constexpr int farthest = 16;
    number name = none;
    for (int i = 0; i < farthest && row != none; ++i) {
        const auto& instruction = rows_.instructions[row];
        if (!is_copy(instruction.opcode) || instruction.operands == 0) break;
        name = rows_.operands_of(instruction)[0].name;
        if (name == none) break;
        row = defining(name);
        if (op_name_of(row) != none) break;
    }
    return name;
}

number namer::label(holder& made, const model::line_row& line, number row) const
{
    const auto labelled = [&](std::string text, number from) {
        made.label = std::move(text);
        made.group = made.label;
        return from;
    };
    if (made.parameter >= 0) {
        made.label = label_of_row(row);
        if (made.label.empty()) made.label = parameter_label(made.parameter);
        made.group = group_of(made.label);
        return row;
    }
    if (op_name_of(row) != none) return labelled(label_of_row(row), row);
    if (const auto of = copied_by(row); of != none) {
        const auto there = rows_.instruction_of(of);
        labelled(std::string("copy of ").append(name_or_label(of)), there);
        if (there != none && rows_.instructions[there].opcode == op::parameter)
            made.group = std::string("copy of ").append(group_of(name_or_label(of)));
        return there;
    }
    if (const auto entry = of_.entry_of(line)) {
        for (const auto& p : rows_.positions_of(*entry))
            if (const auto there = rows_.instruction_of(p.name); op_name_of(there) != none)
                return labelled(label_of_row(there), there);
        // The order of uses is the history of the compilation, and is not in binary files.
        number earliest = none;
        number at = none;
        for (const auto& u : rows_.uses_of(*entry)) {
            const auto user = rows_.instruction_of(u.name);
            if (op_name_of(user) == none) continue;
            const auto step = rows_.time_of(u.name);
            if (earliest != none && step >= at) continue;
            earliest = user;
            at = step;
        }
        if (earliest != none) return labelled(std::string("for ").append(label_of_row(earliest)), earliest);
    }
    if (row != none)
        for (auto [operand, shape] : rows_.operands_of(rows_.instructions[row]))
            if (operand != none)
                if (const auto there = defining(operand); op_name_of(there) != none)
                    return labelled(label_of_row(there), there);
    return labelled(std::string(base_of(rows_.name(line.value.name))), row);
}

} // namespace ballast::analyse
