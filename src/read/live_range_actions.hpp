// Live ranges and the peak.
#pragma once

#include "grammar/live_range.hpp"
#include "read/action.hpp"
#include "read/stack_trace_actions.hpp"
#include "rules/files.hpp"

namespace ballast::read {

namespace g = grammar;

// --- functions -------------------------------------------------------------------------------------------------------

struct sets_position : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::live_range& node)
    {
        node.at.offset = ctx.offset(in.begin());
    }
};

// The moment of the peak is one at which something begins to live: if a range covers it, there is a row.
struct checks_peak : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::live_range& node)
    {
        const auto* peak = std::get_if<ast::peak>(&node.summary);
        if (!peak) return;
        if (const auto rule = rules::check_peak(node)) throw ctx.refuse(*rule, {in.end(), 0});
        if (!peak->stack_trace && !node.sequence.empty()) ctx.see(feature::no_stack_trace, in.begin());
    }
};

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <> struct action<g::live_range_max>     : sets<&ast::live_range::max> {};
template <> struct action<g::sequence_number>    : sets<&ast::sequence_row::number> {};
template <> struct action<g::sequence_name>      : sets<&ast::sequence_row::name> {};
template <> struct action<g::sequence_row>       : element<ast::sequence_row> {};
template <> struct action<g::sequence_rows>      : gathers<&ast::live_range::sequence> {};
template <> struct action<g::range_name>         : sets<&ast::live_range_row::name> {};
template <> struct action<g::range_index>        : gathers<&ast::live_range_row::index> {};
template <> struct action<g::range_start>        : sets<&ast::live_range_row::start> {};
template <> struct action<g::range_end>          : sets<&ast::live_range_row::end> {};
template <> struct action<g::live_range_row>     : element<ast::live_range_row> {};
template <> struct action<g::live_range_rows>    : gathers<&ast::live_range::rows> {};

template <> struct action<g::peak_moment>        : sets<&ast::peak::moment> {};
template <> struct action<g::peak_name>          : sets<&ast::peak_row::name> {};
template <> struct action<g::peak_index>         : gathers<&ast::peak_row::index> {};
template <> struct action<g::peak_bytes>         : sets<&ast::peak_row::bytes> {};
template <> struct action<g::peak_cumulative>    : sets<&ast::peak_row::cumulative> {};
template <> struct action<g::peak_row> : element<ast::peak_row> {
    using element::match;
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::peak_row& node)
    {
        ctx.see(!node.index ? feature::bare_peak_rows
                            : (node.cumulative ? feature::cumulative_peak_rows : feature::indexed_peak_rows), in.begin());
    }
};
template <> struct action<g::peak_rows>          : gathers<&ast::peak::rows> {};
template <> struct action<g::peak>               : becomes<ast::peak, &ast::live_range::summary> {};
template <> struct action<g::unbounded_peak>
    : marks_and_shows<&ast::live_range::summary, ast::unbounded_peak{}, feature::unbounded_peak> {};

template <> struct action<g::moment>             : sets<&ast::moment_row::moment> {};
template <> struct action<g::moment_bytes>       : sets<&ast::moment_row::bytes> {};
template <> struct action<g::moment_name>        : pushes<std::string_view> {};
template <> struct action<g::moment_names>       : gathers<&ast::moment_row::names> {};
template <> struct action<g::moment_row>         : element<ast::moment_row> {};
template <> struct action<g::moment_rows>        : gathers<&ast::every_moment::rows> {};
template <> struct action<g::every_moment>
    : becomes<ast::every_moment, &ast::live_range::summary>, shows<feature::every_moment> {
    using becomes::match;
};

template <> struct action<g::live_range_head>    : sets_position {};
template <> struct action<g::live_range> : becomes_boxed<ast::live_range, &ast::dump::live_range>, checks_peak {
    using becomes_boxed::match;
};
template <> struct action<g::moments_live_range> : boxes<&ast::dump::every_moment> {};
template <> struct action<g::live_range_not_available>
    : marks_and_shows<&ast::dump::live_range, ast::live_range_not_available{}, feature::live_range_not_available> {};
// clang-format on

} // namespace ballast::read
