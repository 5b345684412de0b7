// Live ranges, the peak, the stack-trace tree.
#pragma once

#include "build/action.hpp"
#include "grammar/live_range.hpp"
#include "text/shown.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ballast::build {

namespace g = grammar;

// --- functions -------------------------------------------------------------------------------------------------------

// `41 943 072`
template <auto M>
struct sets_grouped : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context&, owner_of<M>& node)
    {
        std::int64_t value = 0;
        for (const char c : text_of(in)) {
            if (c == ' ') continue;
            if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, c - '0', &value))
                refuse_integer(text_of(in), "64 bits with sign");
        }
        node.*M = value;
    }
};

// `12.5`
struct sets_tenths : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context&, ast::stack_row& node)
    {
        std::int64_t value = 0;
        for (const char c : text_of(in)) {
            if (c == '.') continue;
            if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, c - '0', &value))
                refuse_integer(text_of(in), "64 bits with sign");
        }
        node.tenths = value;
    }
};

// Left of a glyph stands a rail for each ancestor that has a later sibling, and four blanks for each that has none.
struct checks_rails : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::stack_row& node)
    {
        auto& tree = ctx.tree;
        std::size_t depth = 0;
        for (const char* p = in.begin(); p != in.end(); ++depth) {
            const bool rail = *p != ' ';
            if (depth >= tree.open.size())
                throw refusal{diagnostic_kind::stack_depth, p,
                              fmt::format("node {} levels deep, the line before is {} levels deep", levels(in),
                                          tree.open.empty() ? 0 : tree.open.size() - 1)};
            if (depth == 0) {
                check_first(tree, rail, p);
            } else if (rail != (tree.open[depth] == ast::branch::inner)) {
                throw refusal{diagnostic_kind::stack_rails, p,
                              rail ? "rail under a node without later sibling"
                                   : "no rail under a node with later sibling"};
            }
            p += rail ? std::string_view("│   ").size() : 4;
        }
        if (depth > g::depth_limit)
            throw refusal{diagnostic_kind::too_deep, in.begin(),
                          fmt::format("stack trace nested deeper than {} levels", g::depth_limit)};
        node.depth = static_cast<std::int64_t>(depth);
    }

private:
    template <typename ActionInput>
    static std::size_t levels(const ActionInput& in)
    {
        std::size_t result = 0;
        for (const char* p = in.begin(); p != in.end(); ++result) p += *p != ' ' ? std::string_view("│   ").size() : 4;
        return result;
    }
    // Whether a top-level node has a later sibling shows only when that sibling comes.
    static void check_first(tree_state& tree, bool rail, const char* at)
    {
        if (!tree.first_rail_seen) {
            tree.first_rail_seen = true;
            tree.first_rail = rail;
            tree.first_rail_at = at;
        } else if (rail != tree.first_rail) {
            throw refusal{diagnostic_kind::stack_rails, at,
                          rail ? "rail where the lines above have none" : "no rail where the lines above have one"};
        }
    }
};

struct checks_row : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::stack_row& node)
    {
        auto& tree = ctx.tree;
        if (node.depth == 0) {
            if (tree.first_rail_seen && !tree.first_rail)
                throw refusal{diagnostic_kind::stack_rails, tree.first_rail_at,
                              "no rail under a top-level node, but another one follows"};
            tree.first_rail_seen = false;
        }
        tree.open.resize(static_cast<std::size_t>(node.depth));
        tree.open.push_back(node.branch);
        tree.row_at = in.begin();
    }
};

// A tree that was cut off shows: bytes remain and a glyph promises a sibling, or a node has more than its own bytes and
// no children. (Nodes with an empty label print no line, so that bytes may remain in a whole tree.)
struct checks_end : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::stack_trace& node)
    {
        auto& tree = ctx.tree;
        ctx.see(feature::stack_trace, in.begin());
        if (tree.first_rail_seen && tree.first_rail)
            throw refusal{diagnostic_kind::stack_rails, tree.first_rail_at, "rail under the last top-level node"};
        if (node.rows.empty()) {
            if (node.total != 0)
                throw refusal{diagnostic_kind::stack_end, in.end(),
                              fmt::format("the stack trace of {} bytes has no node", node.total)};
            return;
        }
        const auto& last = node.rows.back();
        const bool sibling_missing =
            std::ranges::any_of(tree.open, [](ast::branch b) { return b == ast::branch::inner; });
        if (last.remaining != 0 && (sibling_missing || last.total != last.current))
            throw refusal{diagnostic_kind::stack_end, tree.row_at,
                          fmt::format("the stack trace ends here, {} bytes remain", last.remaining)};
    }
};

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
        if (peak->rows.empty()) {
            const auto covers = [&](const ast::live_range_row& r) {
                return r.start <= peak->moment && peak->moment <= r.end;
            };
            if (const auto found = std::ranges::find_if(node.rows, covers); found != node.rows.end())
                throw refusal{
                    diagnostic_kind::missing_peak_rows, in.end(),
                    fmt::format("no row under the peak at {}, but {} lives then", peak->moment, shown(found->name))};
        }
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

template <> struct action<g::stack_percent>      : sets_tenths {};
template <> struct action<g::stack_total>        : sets_grouped<&ast::stack_row::total> {};
template <> struct action<g::stack_current>      : sets_grouped<&ast::stack_row::current> {};
template <> struct action<g::stack_remaining>    : sets_grouped<&ast::stack_row::remaining> {};
template <> struct action<g::peak_total>         : sets_grouped<&ast::stack_trace::total> {};
template <> struct action<g::rails>              : checks_rails {};
template <> struct action<g::inner_branch>       : marks<&ast::stack_row::branch, ast::branch::inner> {};
template <> struct action<g::last_branch>        : marks<&ast::stack_row::branch, ast::branch::last> {};
template <> struct action<g::stack_label>        : sets<&ast::stack_row::label> {};
template <> struct action<g::top_label>          : sets<&ast::stack_row::label> {};
template <> struct action<g::stack_row> : element<ast::stack_row>, checks_row {
    using element::match;
};
template <> struct action<g::stack_rows>         : gathers<&ast::stack_trace::rows> {};
template <> struct action<g::stack_trace> : boxes<&ast::peak::stack_trace>, checks_end {
    using boxes::match;
};
// clang-format on

} // namespace ballast::build
