// Live ranges and the peak.
#pragma once

#include "grammar/live_range.hpp"
#include "read/action.hpp"
#include "read/stack_trace_actions.hpp"

namespace ballast::read {

namespace g = grammar;

// --- functions -------------------------------------------------------------------------------------------------------

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <> struct action<g::live_range_max>     : sets<&ast::live_range::max> {};
template <> struct action<g::sequence_number>    : sets<&ast::sequence_row::number> {};
template <> struct action<g::sequence_name>      : sets<&ast::sequence_row::name> {};
template <> struct action<g::range_name>         : sets<&ast::live_range_row::name> {};
template <> struct action<g::range_index>        : gathers<&ast::live_range_row::index> {};
template <> struct action<g::range_start>        : sets<&ast::live_range_row::start> {};
template <> struct action<g::range_end>          : sets<&ast::live_range_row::end> {};

template <> struct action<g::peak_moment>        : sets<&ast::peak::moment> {};
template <> struct action<g::peak_name>          : sets<&ast::peak_row::name> {};
template <> struct action<g::peak_index>         : gathers<&ast::peak_row::index> {};
template <> struct action<g::peak_bytes>         : sets<&ast::peak_row::bytes> {};
template <> struct action<g::peak_cumulative>    : sets<&ast::peak_row::cumulative> {};
template <> struct action<g::peak_row> : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::peak_row& node)
    {
        if (node.index && !node.cumulative) ctx.see(feature::indexed_peak_rows, in.begin());
    }
};
template <> struct action<g::unbounded_peak>     : marks<&ast::live_range::summary, ast::unbounded_peak{}> {};

template <> struct action<g::moment>             : sets<&ast::moment_row::moment> {};
template <> struct action<g::moment_bytes>       : sets<&ast::moment_row::bytes> {};
template <> struct action<g::moment_name>        : pushes<std::string_view> {};
template <> struct action<g::moment_names>       : gathers<&ast::moment_row::names> {};
template <> struct action<g::moments_head> : tao::pegtl::maybe_nothing {
    static void apply0(context&, ast::live_range& node) { node.summary = ast::every_moment{}; }
};

template <> struct action<g::live_range_not_available>
    : marks<&ast::dump::live_range, ast::live_range_not_available{}> {};
// clang-format on

} // namespace ballast::read
