#include "ast/known_items.hpp"
#include "generate/nodes.hpp"

namespace ballast::generate {

ast::allocation nodes::allocation()
{
    ast::allocation result;
    result.number = number();
    if (can(feature::pointer)) result.pointer = from_.below(UINT64_MAX);
    result.size = number();
    if (chance(3)) result.color = 1 + below(6);
    if (chance(4, feature::page)) result.page = number();
    bool in_parameter = false;
    if (chance(8, feature::parameter_with_shape)) {
        // A part of a parameter, with the value of that shape.
        const auto part = ast::shape{array(0, false)};
        const auto whole = ast::shape{ast::tuple_shape{memory_.make_list({part, part})}};
        ast::allocation_parameter parameter;
        parameter.number = number();
        parameter.index = list(std::vector<std::int64_t>{below(2)});
        parameter.shape = memory_.make(can(feature::parameter_subshape) ? part : whole);
        in_parameter = true;
        result.parameter = memory_.make(parameter);
        auto line = value_line();
        line.shape = memory_.share(part);
        result.values = memory_.make_list({line});
    } else if (chance(3)) {
        ast::allocation_parameter parameter;
        parameter.number = number();
        parameter.index = index();
        if (chance(5, feature::unknown_parameter_shape))
            parameter.unknown_shape = true;
        else if (can(feature::parameter_with_shape))
            parameter.shape = memory_.make(shape(2, false));
        in_parameter = true;
        result.parameter = memory_.make(parameter);
    }
    if (chance(4, feature::output_shape)) result.output_shape = memory_.make(shape(2, false));
    result.constant = chance(4);
    result.thread_local_ = chance(4);
    result.maybe_live_out = chance(4);
    result.preallocated_temp = !in_parameter && !result.constant && !result.thread_local_ && !result.maybe_live_out;
    if (unknown(6))
        result.unknown_items =
            unknown_items(ast::known_items(result), {"new-item", "new item 5", "owner=\"a\\\"b\"", "parts {1,{2}}",
                                                     "parameters", "view of |(f32[2], s32[])|", "shapes 3"});
    // The shape of a parameter and the values beside it show the era, so they are only drawn together if they agree.
    if (!in_parameter) result.values = many(0, 3, [&] { return value_line(); });
    if (chance(4, feature::reused_block))
        result.reused = many(1, 3, [&] { return ast::reused_value{value_name(), below(4)}; });
    return result;
}

} // namespace ballast::generate
