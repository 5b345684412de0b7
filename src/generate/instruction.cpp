#include "generate/nodes.hpp"

#include "ast/attribute_table.hpp"
#include "ast/leaf_count.hpp"

#include <algorithm>

namespace ballast::generate {

namespace {

using op = ast::opcode_kind;

} // namespace

bool nodes::can_be_whole(op kind) const
{
    return prints(kind) && std::ranges::all_of(own_keys(kind), [&](const own_key& own) {
               return !own.always || prints(ast::opcode{kind, {}, {}}, own.key) ||
                      timeline::shown_without(kind, own.key).has_value();
           });
}

ast::opcode nodes::opcode()
{
    if (unknown(12))
        return {op::unknown,
                can(feature::async_sugar) ? static_cast<ast::async_suffix>(below(4)) : ast::async_suffix::none,
                memory_.make(pick({"frobnicate", "x2"}))};
    constexpr auto count = static_cast<std::int64_t>(op::xor_);
    auto kind = static_cast<op>(1 + (static_cast<std::int64_t>(op::add) - 1 + below(count)) % count);
    if (kind == op::constant || kind == op::parameter || !can_be_whole(kind)) kind = op::add;
    const auto suffix = has_async_form(kind) && chance(5, feature::async_sugar)
                            ? static_cast<ast::async_suffix>(below(4))
                            : ast::async_suffix::none;
    // `copy` with the suffix `-start` is the opcode copy-start.
    const auto read = ast::resolve_opcode(std::string(spelling(kind)).append(spelling(suffix)));
    return {read.kind, read.suffix, {}};
}

ast::instruction nodes::instruction()
{
    if (readable()) return readable_instruction();
    ast::instruction result;
    result.name = name();
    const auto body = below(6);
    if (body == 5) {
        result.opcode.kind = op::parameter;
        result.shape = memory_.share(shape(2));
        result.body = ast::parameter_number{number()};
    } else if (body == 4) {
        result.opcode.kind = op::constant;
        if (unknown(8)) {
            result.shape = memory_.share(ast::shape{
                ast::array_shape{{ast::element_kind::unknown, memory_.make(pick({"goldilocks"}))}, {}, {}, false}});
            result.body = ast::literal_text{pick({"0x1", "{1} (2)", ""})};
        } else {
            result.shape = memory_.share(literal_shape());
            result.body = memory_.make(literal(result.shape));
        }
    } else {
        result.opcode = opcode();
        result.shape = memory_.share(shape(2));
        const bool shapes = can(feature::operand_shapes);
        std::vector<ast::operand> operands;
        const bool two = result.opcode.kind == op::convolution && !can(feature::convolution_of_many);
        auto count = below(chance(4) && !two ? 8 : 3);
        if (result.opcode.kind == op::convolution && chance(2, feature::convolution_of_many)) count = 3 + below(2);
        for (; count != 0; --count)
            operands.push_back(
                chance(12) ? ast::operand{}
                           : ast::operand{name(), memory_.share(ast::operand_detail{shapes ? memory_.make(shape(1))
                                                                                           : ast::box<ast::shape>{}})});
        if (folds_ && can(timeline::feature_of("operand_elements")))
            for (auto& o : operands)
                if (!o.name.empty() && chance(4))
                    o.detail =
                        memory_.share(ast::operand_detail{o.detail->shape, many(1, 2, [&] { return below(12); })});
        const bool fitted = has_dimensions(result.opcode.kind) && result.opcode.suffix == ast::async_suffix::none;
        if (fitted) draw_fitting_shapes(result, operands);
        result.body = list(operands);
        result.attributes = attributes(result.opcode);
        if (!fitted) return result;
        arrays_of arrays{result.shape->array(), {}};
        for (const auto& o : operands) arrays.operands.push_back(o.detail->shape ? o.detail->shape->array() : nullptr);
        fit(result, arrays);
        return result;
    }
    std::vector<ast::attribute> drawn;
    for (auto a : attributes(result.opcode)) {
        // One for each array of the parameter.
        const auto leaves = ast::leaf_count(*result.shape);
        if (a.key.kind == ast::attribute_kind::parameter_replication)
            a.value = ast::booleans{many(leaves, leaves, [&] { return chance(2); })};
        drawn.push_back(a);
    }
    result.attributes = list(drawn);
    return result;
}

} // namespace ballast::generate
