// Values and allocations.
#pragma once

#include "build/action.hpp"
#include "build/instruction_actions.hpp"
#include "grammar/allocation.hpp"
#include "grammar/value.hpp"

namespace ballast::build {

// --- functions -------------------------------------------------------------------------------------------------------

// At a part of a parameter, the head says the whole parameter's shape before D18 and the part's own since. The value in
// the allocation has the part's shape, which tells the two apart wherever they differ.
struct dates_parameter_shape : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::allocation& node)
    {
        node.at.offset = ctx.offset(in.begin());
        if (!node.parameter || !node.parameter->shape || node.parameter->index.empty() || node.values.empty()) return;
        const ast::shape& said = *node.parameter->shape;
        const ast::shape& value = node.values.front().shape;
        const ast::shape* const part = ast::subshape(said, node.parameter->index);
        if (ast::same_without_layout(said, value)) {
            if (!part) ctx.see(feature::parameter_subshape, in.begin());
        } else if (part && ast::same_without_layout(*part, value)) {
            ctx.see(feature::whole_parameter_shape, in.begin());
        }
    }
};

template <feature F, ast::value_line_form Form>
struct is_value_line : spells<F, &ast::forms::value_lines, Form> {};

struct boxes_detail : boxes<&ast::value_line::detail> {};

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <> struct action<g::value_id>           : sets<&ast::value_name::id> {};
template <> struct action<g::value_defining>     : sets<&ast::value_name::name> {};
template <> struct action<g::value_index>        : gathers<&ast::value_name::index> {};
template <> struct action<g::old_index>          : gathers<&ast::value_name::index> {};
template <> struct action<g::value_phi>          : marks<&ast::value_name::phi, true> {};
template <> struct action<g::value_phi_v2>       : marks<&ast::value_name::phi, true> {};
template <> struct action<g::value_color>        : sets<&ast::value_name::color> {};
template <> struct action<g::value_color_v2>     : sets<&ast::value_name::color> {};
template <> struct action<g::value_name>         : inside_value {};
template <> struct action<g::value_name_v1>      : inside_value {};
template <> struct action<g::value_name_v2>      : inside_value {};

template <> struct action<g::position_name>      : sets<&ast::value_position::name> {};
template <> struct action<g::position_index>     : gathers<&ast::value_position::index> {};
template <> struct action<g::position_line>      : element<ast::value_position> {};
template <> struct action<g::positions>          : gathers<&ast::value_detail::positions> {};
template <> struct action<g::use_name>           : sets<&ast::value_use::name> {};
template <> struct action<g::use_operand>        : sets<&ast::value_use::operand> {};
template <> struct action<g::use_index>          : gathers<&ast::value_use::index> {};
template <> struct action<g::use_line>           : element<ast::value_use> {};
template <> struct action<g::use_lines>          : gathers<&ast::value_detail::uses> {};
template <> struct action<g::old_use_lines>      : gathers<&ast::value_detail::uses> {};
template <> struct action<g::bare_uses>
    : spells<feature::bare_empty_uses, &ast::forms::empty_uses, ast::empty_uses_form::bare> {};
template <> struct action<g::no_uses>
    : spells<feature::none_for_empty_uses, &ast::forms::empty_uses, ast::empty_uses_form::none> {};
template <> struct action<g::uses_not_initialized>
    : marks_and_shows<&ast::value_detail::uses_initialized, false, feature::uses_not_initialized> {};

template <> struct action<g::from_tight>
    : spells<feature::from_tight, &ast::forms::from_instruction, ast::from_form::tight> {};
template <> struct action<g::from_glued>
    : spells<feature::from_glued, &ast::forms::from_instruction, ast::from_form::glued> {};
template <> struct action<g::from_own_line>
    : spells<feature::from_own_line, &ast::forms::from_instruction, ast::from_form::own_line> {};
template <> struct action<g::no_from_line>       : shows<feature::no_from_line> {};
template <> struct action<g::from_instruction>   : boxes<&ast::used_value::instruction> {};
template <> struct action<g::used_detail>        : inside<&ast::used_value::detail> {};
template <> struct action<g::used_value>         : element<ast::used_value> {};
template <> struct action<g::used_values>        : gathers<&ast::dump::used_values> {};

template <> struct action<g::value_size>         : sets<&ast::value_line::size> {};
template <> struct action<g::value_offset>       : sets<&ast::value_line::offset> {};
template <> struct action<g::value_shape>        : inside<&ast::value_line::shape> {};
template <> struct action<g::old_detail>         : boxes_detail {};
template <> struct action<g::value_line_v1>
    : is_value_line<feature::value_lines_v1, ast::value_line_form::v1> {};
template <> struct action<g::value_line_v2>
    : is_value_line<feature::value_lines_v2, ast::value_line_form::v2> {};
template <> struct action<g::value_line_v3>
    : is_value_line<feature::value_lines_v3, ast::value_line_form::v3> {};
template <> struct action<g::value_line_v4>
    : is_value_line<feature::value_lines_v4, ast::value_line_form::v4> {};
template <> struct action<g::value_line>         : element<ast::value_line> {};
template <> struct action<g::value_lines>        : gathers<&ast::allocation::values> {};

template <> struct action<g::reused_color>       : sets<&ast::reused_value::color> {};
template <> struct action<g::reused_value>       : element<ast::reused_value> {};
template <> struct action<g::reused_values>      : gathers<&ast::allocation::reused> {};
template <> struct action<g::reused_block>       : shows<feature::reused_block> {};

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
template <> struct action<g::allocation> : element<ast::allocation>, dates_parameter_shape {
    using element::match;
};
template <> struct action<g::allocations>        : gathers<&ast::dump::allocations> {};
// clang-format on

} // namespace ballast::build
