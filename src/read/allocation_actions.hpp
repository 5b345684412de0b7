// Allocations and the lines of their values.
#pragma once

#include "grammar/allocation.hpp"
#include "read/action.hpp"
#include "read/unknown_actions.hpp"
#include "read/value_actions.hpp"
#include "rules/allocation.hpp"

namespace ballast::read {

// --- functions -------------------------------------------------------------------------------------------------------

// An item of the class, or the end of the header: then the class is known.
template <bool Temporary>
struct ends_class : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context& ctx, Node& node)
    {
        if constexpr (Temporary) node.preallocated_temp = true;
        if (const auto rule = rules::check_class(node)) throw ctx.refuse(*rule, text_of(in));
    }
};

struct boxes_detail : boxes<&ast::value_line::detail> {};

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <> struct action<g::value_size>         : sets<&ast::value_line::size> {};
template <> struct action<g::value_offset>       : sets<&ast::value_line::offset> {};
template <> struct action<g::value_shape>        : shares_shape<&ast::value_line::shape> {};
template <> struct action<g::old_detail>         : boxes_detail {};

template <> struct action<g::reused_color>       : sets<&ast::reused_value::color> {};

template <> struct action<g::allocation_number>  : sets<&ast::allocation::number> {};
template <> struct action<g::pointer>            : sets<&ast::allocation::pointer> {};
template <> struct action<g::allocation_size>    : sets<&ast::allocation::size> {};
template <> struct action<g::color>              : sets_either<&ast::allocation::color, &ast::report_allocation::color> {};
template <> struct action<g::page>               : sets<&ast::allocation::page> {};
template <> struct action<g::parameter_item_number> : sets<&ast::allocation_parameter::number> {};
template <> struct action<g::parameter_shape>    : boxes<&ast::allocation_parameter::shape> {};
template <> struct action<g::unknown_shape>      : marks<&ast::allocation_parameter::unknown_shape, true> {};
template <> struct action<g::parameter_index>    : gathers<&ast::allocation_parameter::index> {};
template <> struct action<g::parameter_item>     : boxes<&ast::allocation::parameter> {};
template <> struct action<g::output_shape>
    : boxes_either<&ast::allocation::output_shape, &ast::report_allocation::output_shape> {};
template <> struct action<g::constant_item>
    : marks_either<true, &ast::allocation::constant, &ast::report_allocation::constant> {};
template <> struct action<g::thread_local_item>
    : marks_either<true, &ast::allocation::thread_local_, &ast::report_allocation::thread_local_> {};
template <> struct action<g::maybe_live_out_item>
    : marks_either<true, &ast::allocation::maybe_live_out, &ast::report_allocation::maybe_live_out> {};
template <> struct action<g::preallocated_temp_item> : ends_class<true> {};
template <> struct action<g::unknown_head_text>  : keeps_item {};
template <> struct action<g::head_items>         : gathers<&ast::allocation::unknown_items> {};
template <> struct action<g::head_close>         : ends_class<false> {};
template <> struct action<g::allocation_head> : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::allocation& node)
    {
        if (!node.pointer) ctx.see(feature::no_pointer, in.begin());
    }
};
// clang-format on

} // namespace ballast::read
