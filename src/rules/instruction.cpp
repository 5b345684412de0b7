#include "rules/instruction.hpp"

#include "rules/attribute.hpp"
#include "rules/dimensions.hpp"
#include "rules/literal.hpp"
#include "rules/shape.hpp"

#include <utility>

namespace ballast::rules {

namespace {

verdict check_body(const ast::instruction& node)
{
    if (const auto* operands = std::get_if<ast::list<ast::operand>>(&node.body)) {
        for (const auto& operand : *operands)
            if (operand.detail->shape)
                if (auto found = check_shape(*operand.detail->shape)) return found;
        return check_operand_shapes(*operands);
    }
    if (const auto* literal = std::get_if<ast::box<ast::literal>>(&node.body))
        return check_literal(**literal, node.shape);
    if (std::holds_alternative<ast::literal_text>(node.body)) {
        const auto* array = node.shape->array();
        if (!array || array->type.kind != ast::element_kind::unknown)
            return violation{finding_id::literal_shape,
                             say("literal is kept as text, although its element type is known")};
    }
    return {};
}

} // namespace

verdict check_operand_shapes(const ast::list<ast::operand>& operands)
{
    const ast::operand* first = nullptr;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const auto& operand = operands[i];
        if (operand.name.empty()) continue; // deleted
        if (!first) {
            first = &operand;
        } else if (static_cast<bool>(operand.detail->shape) != static_cast<bool>(first->detail->shape)) {
            auto message = operand.detail->shape ? say("operand with a shape, the operands before it have none")
                                                 : say("operand without a shape, the operands before it have shapes");
            return violation{finding_id::operand_shapes, std::move(message), i};
        }
    }
    return {};
}

verdict check_operands_of_dump(const ast::instruction& node)
{
    const auto* operands = std::get_if<ast::list<ast::operand>>(&node.body);
    if (!operands) return {};
    for (std::size_t i = 0; i < operands->size(); ++i)
        if (!(*operands)[i].detail->element.empty())
            return violation{finding_id::folded_element,
                             say("operand {} is a tuple element, which only module texts have", i), i};
    return {};
}

verdict check_instruction(const ast::instruction& node)
{
    if (auto found = check_shape(node.shape)) return found;
    if (auto found = check_body(node)) return found;
    for (const auto& attribute : node.attributes)
        if (takes(node.opcode, attribute.key.kind))
            if (auto found = check_value(node.opcode, attribute)) return found;
    if (auto found = check_order(node).found) return found;
    auto present = check_present(node);
    if (present.found) return std::move(present.found);
    return check_dimensions(node);
}

} // namespace ballast::rules
