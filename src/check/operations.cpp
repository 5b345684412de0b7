// The instructions of a dump compared with their operands: shapes of results, operand layout constraints, and numbers
// in the names of parameters.
#include "check/report.hpp"

#include "check/parameter_number.hpp"
#include "rules/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ballast::checking {

namespace {

using op = ast::opcode_kind;

class operation_checker {
public:
    explicit operation_checker(const context& in) : in_(in), rows_(in.rows) {}

    // Each instruction, at the first place where it is printed.
    void check()
    {
        for (number i = 0; i < rows_.instructions.size(); ++i)
            if (const auto& made = rows_.instructions[i]; rows_.instruction_of(made.name) == i) check(made);
    }

private:
    void check(const model::instruction_row& made)
    {
        if (made.opcode == op::parameter) return check_name(made);
        const bool shaped = made.suffix == ast::async_suffix::none && rules::has_result_rule(made.opcode);
        if (!shaped && made.opcode != op::custom_call) return;
        if (!made.node) return;
        take_operands(made);
        if (shaped) in_.out.applies(finding_id::result_shape);
        if (shaped &&
            !rules::result_fits({made.opcode, shape_of(made), operands_, made.node->attributes, in_.on.is_tpu()}))
            in_.out.add(finding_id::result_shape, in_.shape_of(made),
                        say("{} has the shape {}, which does not follow from its operands and attributes",
                            in_.called(made.name), shown(in_.at.text(in_.shape_of(made)), 60)),
                        {in_.instruction(made.name)}, {subject_of(about::shapes)});
        if (made.opcode == op::custom_call) check_layouts(made, made.node->attributes);
    }

    void check_name(const model::instruction_row& made)
    {
        name_.clear();
        rows_.append_name(made.name, name_);
        const auto named = parameter_number(name_);
        if (named) in_.out.applies(finding_id::parameter_name);
        if (named && *named != made.argument)
            in_.out.add(finding_id::parameter_name, in_.of(made),
                        say("{} is parameter {}", in_.called(made.name), made.argument), {in_.instruction(made.name)},
                        {subject_of(about::names)});
    }

    // Null if it is unknown.
    static const ast::shape* shape_of(const model::instruction_row& made)
    {
        return made.node && made.shape != none ? made.node->shape.get() : nullptr;
    }

    // The shape that is printed with an operand, or that of its instruction.
    void take_operands(const model::instruction_row& made)
    {
        operands_.clear();
        const auto* const printed = std::get_if<ast::list<ast::operand>>(&made.node->body);
        const auto operands = rows_.operands_of(made);
        for (std::size_t k = 0; k < operands.size(); ++k) {
            if (printed && k < printed->size() && (*printed)[k].detail->shape) {
                operands_.push_back((*printed)[k].detail->shape.get());
                continue;
            }
            const auto name = operands[k].name;
            const auto row = name == none ? none : rows_.instruction_of(name);
            operands_.push_back(row == none ? nullptr : shape_of(rows_.instructions[row]));
        }
    }

    // `operand_layout_constraints={f32[8]{0}, s32[]}`
    void check_layouts(const model::instruction_row& made, const ast::list<ast::attribute>& attributes)
    {
        const ast::shapes* constraints = nullptr;
        for (const auto& each : attributes)
            if (each.key.kind == ast::attribute_kind::operand_layout_constraints)
                constraints = std::get_if<ast::shapes>(&each.value);
        if (!constraints) return;
        in_.out.applies(finding_id::operand_layouts);
        const auto& shapes = constraints->values;
        for (std::size_t k = 0; k < shapes.size(); ++k) {
            if (k >= operands_.size() || !operands_[k] || ast::same_without_layout(shapes[k], *operands_[k])) continue;
            in_.out.add(finding_id::operand_layouts, constraints_of(made),
                        say("operand {} of {} has another shape in the layout constraints", k, in_.called(made.name)),
                        {in_.instruction(made.name)}, {subject_of(about::shapes)});
            return;
        }
        if (shapes.size() != operands_.size())
            in_.out.add(finding_id::operand_layouts, constraints_of(made),
                        say("{} has {} operands, and layout constraints for {}", in_.called(made.name),
                            operands_.size(), shapes.size()),
                        {in_.instruction(made.name)});
    }
    [[nodiscard]] place constraints_of(const model::instruction_row& made) const
    {
        constexpr std::string_view key = "operand_layout_constraints";
        return in_.at.bytes(in_.at.find(key, made.at), key.size());
    }

    const context& in_;
    const model::rows& rows_;
    std::vector<const ast::shape*> operands_; // of one instruction
    std::string name_;
};

} // namespace

void check_operations(const context& in)
{
    if (in.rows.has.instructions) operation_checker(in).check();
}

} // namespace ballast::checking
