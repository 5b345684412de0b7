#include "generate/nodes.hpp"

namespace ballast::generate {

ast::value_name nodes::value_name()
{
    const bool v1 = forms_.value_lines == ast::value_line_form::v1;
    ast::value_name result;
    result.id = number();
    result.name = name();
    if (v1 || chance(3)) result.index = index();
    result.phi = !v1 && chance(5);
    result.color = below(3);
    return result;
}

ast::value_detail nodes::detail()
{
    const bool in_allocation = forms_.value_lines != ast::value_line_form::v4;
    ast::value_detail result;
    result.positions = many(1, 4, [&] { return ast::value_position{name(), maybe_index()}; });
    result.uses_initialized = in_allocation || !chance(8, feature::uses_not_initialized);
    if (result.uses_initialized)
        result.uses = many(0, 4, [&] { return ast::value_use{name(), number(), maybe_index()}; });
    return result;
}

ast::value_line nodes::value_line()
{
    const auto form = forms_.value_lines;
    ast::value_line result;
    result.value = value_name();
    result.size = number();
    result.offset = number();
    result.shape = memory_.share(shape(2));
    result.unknown_tail = unknown_tail();
    if (form == ast::value_line_form::v2 || form == ast::value_line_form::v3) result.detail = memory_.make(detail());
    return result;
}

ast::used_value nodes::used_value()
{
    ast::used_value result;
    result.value = value_name();
    result.detail = detail();
    result.unknown_tail = unknown_tail();
    if (forms_.from_instruction != ast::from_form::unseen) result.instruction = memory_.make(instruction());
    return result;
}

} // namespace ballast::generate
