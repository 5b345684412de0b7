// Allocations and the lines of their values.
#pragma once

#include "grammar/allocation.hpp"
#include "read/action.hpp"
#include "read/value_actions.hpp"

namespace ballast::read {

// --- functions -------------------------------------------------------------------------------------------------------

template <feature F, ast::value_line_form Form>
struct is_value_line : spells<F, &ast::forms::value_lines, Form> {};

struct boxes_detail : boxes<&ast::value_line::detail> {};

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <> struct action<g::value_size>         : sets<&ast::value_line::size> {};
template <> struct action<g::value_offset>       : sets<&ast::value_line::offset> {};
template <> struct action<g::value_shape>        : shares_shape<&ast::value_line::shape> {};
template <> struct action<g::old_detail>         : boxes_detail {};
template <> struct action<g::value_line_v1>
    : is_value_line<feature::value_lines_v1, ast::value_line_form::v1> {};
template <> struct action<g::value_line_v2>
    : is_value_line<feature::value_lines_v2, ast::value_line_form::v2> {};
template <> struct action<g::value_line_v3>
    : is_value_line<feature::value_lines_v3, ast::value_line_form::v3> {};
template <> struct action<g::value_line_v4>
    : is_value_line<feature::value_lines_v4, ast::value_line_form::v4> {};

template <> struct action<g::reused_head>        : shows<feature::reused_block> {};
template <> struct action<g::reused_color>       : sets<&ast::reused_value::color> {};

template <> struct action<g::allocation_number>  : sets<&ast::allocation::number> {};
template <> struct action<g::pointer>            : sets_and_shows<&ast::allocation::pointer, feature::pointer> {};
template <> struct action<g::allocation_size>    : sets<&ast::allocation::size> {};
template <> struct action<g::color>              : sets<&ast::allocation::color> {};
template <> struct action<g::page>               : sets_and_shows<&ast::allocation::page, feature::page> {};
template <> struct action<g::parameter_item_number> : sets<&ast::allocation_parameter::number> {};
template <> struct action<g::parameter_shape>    : boxes<&ast::allocation_parameter::shape> {};
template <> struct action<g::unknown_shape>
    : marks_and_shows<&ast::allocation_parameter::unknown_shape, true, feature::unknown_parameter_shape> {};
template <> struct action<g::parameter_index>    : gathers<&ast::allocation_parameter::index> {};
template <> struct action<g::parameter_with_shape> : shows<feature::parameter_with_shape> {};
template <> struct action<g::parameter_without_shape> : shows<feature::parameter_without_shape> {};
template <> struct action<g::parameter_item>     : boxes<&ast::allocation::parameter> {};
template <> struct action<g::output_shape>       : boxes<&ast::allocation::output_shape> {};
template <> struct action<g::output_shape_item>  : shows<feature::output_shape> {};
template <> struct action<g::constant_item>      : marks<&ast::allocation::constant, true> {};
template <> struct action<g::thread_local_item>  : marks<&ast::allocation::thread_local_, true> {};
template <> struct action<g::maybe_live_out_item> : marks<&ast::allocation::maybe_live_out, true> {};
template <> struct action<g::preallocated_temp_item> : marks<&ast::allocation::preallocated_temp, true> {};
template <> struct action<g::allocation_head> : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::allocation& node)
    {
        if (!node.pointer) ctx.see(feature::no_pointer, in.begin());
    }
};
// clang-format on

} // namespace ballast::read
