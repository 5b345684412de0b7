// Memory-usage reports.
#pragma once

#include "grammar/usage_report.hpp"
#include "read/action.hpp"
#include "read/allocation_actions.hpp"
#include "rules/usage_report.hpp"

namespace ballast::read {

// --- functions -------------------------------------------------------------------------------------------------------

struct sets_percent : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context& ctx, Node& node)
    {
        std::int64_t value = 0;
        convert(ctx, text_of(in), value);
        node.percent = value;
    }
};
template <ast::nan_sign Sign>
struct is_no_percent : tao::pegtl::maybe_nothing {
    template <typename Node>
    static void apply0(context&, Node& node)
    {
        node.percent = Sign;
    }
};

struct sets_named_space : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context&, ast::space_usage& node)
    {
        node.color = in.end()[-2] - '0'; // `vmem (color=1)`
    }
};
struct checks_space : tao::pegtl::maybe_nothing {
    // After the number in the name.
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::space_usage& node)
    {
        std::int64_t color = 0;
        convert(ctx, text_of(in), color);
        if (const auto rule = rules::check_space(node.color, color)) throw ctx.refuse(*rule, text_of(in));
    }
};

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <> struct action<g::percent_number>     : sets_percent {};
template <> struct action<g::minus_nan>          : is_no_percent<ast::nan_sign::minus> {};
template <> struct action<g::plus_nan>           : is_no_percent<ast::nan_sign::plus> {};
template <> struct action<g::rest_count>
    : sets_either<&ast::program_usage::rest, &ast::usage_table::rest> {};

template <> struct action<g::shape_count>        : sets<&ast::counted_shape::count> {};
template <> struct action<g::usage_shape>        : inside<&ast::counted_shape::shape> {};
template <> struct action<g::counted_shape>      : element<ast::counted_shape> {};
template <> struct action<g::counted_shapes>     : gathers<&ast::usage_row::shapes> {};
template <> struct action<g::row_cumulative>     : sets<&ast::usage_row::cumulative> {};
template <> struct action<g::row_size>           : sets<&ast::usage_row::size> {};
template <> struct action<g::row_offset>         : sets<&ast::usage_row::offset> {};
template <> struct action<g::row_values>         : sets<&ast::usage_row::values> {};

template <> struct action<g::report_number>      : sets<&ast::report_allocation::number> {};
template <> struct action<g::report_size>        : sets<&ast::report_allocation::size> {};
template <> struct action<g::report_items>       : gathers<&ast::report_allocation::unknown_items> {};
template <> struct action<g::report_parameter>   : boxes<&ast::report_allocation::parameter> {};
template <> struct action<g::report_head> : tao::pegtl::maybe_nothing {
    // Rows of both lists contain an allocation header.
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In, typename Row>
    [[nodiscard]] static bool match(In& in, context& ctx, Row& row)
    {
        row.allocation.at.offset = ctx.offset(in.current());
        return match_below<Rule, A, R, Action, Control>(in, ctx, row.allocation);
    }
};

template <> struct action<g::usage_bytes>
    : sets_either<&ast::program_usage::bytes, &ast::space_usage::bytes> {};
template <> struct action<g::usage_human>
    : sets_either<&ast::program_usage::human, &ast::space_usage::human> {};
template <> struct action<g::ranked_cumulative>  : sets<&ast::ranked_allocation::cumulative> {};
template <> struct action<g::ranked_remaining>   : sets<&ast::ranked_allocation::remaining> {};
template <> struct action<g::named_space>        : sets_named_space {};
template <> struct action<g::space_number>       : sets<&ast::space_usage::color> {};
template <> struct action<g::space_color>        : checks_space {};
// clang-format on

} // namespace ballast::read
