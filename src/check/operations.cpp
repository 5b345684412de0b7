// The instructions of a dump compared with their operands: shapes of results, operand layout constraints, and numbers
// in the names of parameters.
#include "check/report.hpp"

#include "base/look_ahead.hpp"
#include "check/parameter_number.hpp"
#include "check/printed_instruction.hpp"
#include "check/result_rules.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ballast::checking {

namespace {

using op = ast::opcode_kind;

class operation_checker {
public:
    explicit operation_checker(const context& in)
        : in_(in), rows_(in.rows), shape_of_(in.rows.instructions.size(), none), ahead_(in.at.size())
    {
    }

    void check()
    {
        in_order([&](number i, const model::instruction_row& made) {
            shape_of_[i] = shapes_.of(in_.at.text(in_.shape_of(made)));
        });
        in_order([&](number i, const model::instruction_row& made) { check(i, made); });
    }

private:
    // Each instruction, at the first place where it is printed.
    template <typename Visit>
    void in_order(Visit&& visit)
    {
        for (number i = 0; i < shape_of_.size(); ++i)
            if (const auto made = rows_.instructions[i]; rows_.instruction_of(made.name) == i) visit(i, made);
    }

    void check(number i, const model::instruction_row& made)
    {
        if (made.opcode == op::parameter) return check_name(made);
        const bool shaped = made.suffix == ast::async_suffix::none && has_result_rule(made.opcode);
        if (!shaped && made.opcode != op::custom_call) return;
        const auto text = cut(model::instruction_text(in_.at.rest(made.at), ahead_));
        take_operands(text, made);
        if (shaped) in_.out.applies(finding_id::result_shape);
        if (shaped && !result_fits(shapes_, {made.opcode, shape_of_[i], operands_, text.attributes, in_.on.is_tpu()}))
            in_.out.add(finding_id::result_shape, in_.shape_of(made),
                        say("{} has the shape {}, which does not follow from its operands and attributes",
                            in_.called(made.name), shown(text.shape, 60)),
                        {in_.instruction(made.name)}, {subject_of(about::shapes)});
        if (made.opcode == op::custom_call) check_layouts(made, text.attributes);
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

    // The shape that is printed with an operand, or that of its instruction.
    void take_operands(const printed_instruction& text, const model::instruction_row& made)
    {
        operands_.clear();
        const auto operands = rows_.operands_of(made);
        printed_list list(text.operands);
        for (const auto [name, shape] : operands) {
            const auto item = list.next();
            if (shape != none) {
                operands_.push_back(shapes_.of(cut_operand(item).shape));
                continue;
            }
            const auto row = name == none ? none : rows_.instruction_of(name);
            operands_.push_back(row == none ? none : shape_of_[row]);
        }
    }

    // `operand_layout_constraints={f32[8]{0}, s32[]}`
    void check_layouts(const model::instruction_row& made, std::string_view attributes)
    {
        const auto value = attribute_of(attributes, "operand_layout_constraints");
        if (value.size() < 2) return;
        in_.out.applies(finding_id::operand_layouts);
        std::size_t k = 0;
        for (printed_list list(value.substr(1, value.size() - 2)); !list.done(); ++k) {
            const auto shape = shapes_.of(without_comment(list.next()));
            if (k >= operands_.size() || shape == none || operands_[k] == none ||
                shapes_.same_without_layout(shape, operands_[k]))
                continue;
            in_.out.add(finding_id::operand_layouts, constraints_of(made),
                        say("operand {} of {} has another shape in the layout constraints", k, in_.called(made.name)),
                        {in_.instruction(made.name)}, {subject_of(about::shapes)});
            return;
        }
        if (k != operands_.size())
            in_.out.add(
                finding_id::operand_layouts, constraints_of(made),
                say("{} has {} operands, and layout constraints for {}", in_.called(made.name), operands_.size(), k),
                {in_.instruction(made.name)});
    }
    [[nodiscard]] place constraints_of(const model::instruction_row& made) const
    {
        constexpr std::string_view key = "operand_layout_constraints";
        return in_.at.bytes(in_.at.find(key, made.at), key.size());
    }

    const context& in_;
    const model::rows& rows_;
    shape_table shapes_;
    model::row_list<number> shape_of_; // by row
    std::vector<number> operands_;     // of one instruction
    std::string name_;
    look_ahead ahead_;
};

} // namespace

void check_operations(const context& in)
{
    if (in.rows.has.instructions) operation_checker(in).check();
}

} // namespace ballast::checking
