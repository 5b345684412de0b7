// The stack-trace tree.
#pragma once

#include "base/shown.hpp"
#include "grammar/stack_trace.hpp"
#include "read/action.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ballast::read {

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
                throw refusal{finding_id::stack_depth, p,
                              fmt::format("node {} levels deep, the line before is {} levels deep", levels(in),
                                          tree.open.empty() ? 0 : tree.open.size() - 1)};
            if (depth == 0) {
                check_first(tree, rail, p);
            } else if (rail != (tree.open[depth] == ast::branch::inner)) {
                throw refusal{finding_id::stack_rails, p,
                              rail ? "rail under a node without later sibling"
                                   : "no rail under a node with later sibling"};
            }
            p += rail ? std::string_view("│   ").size() : 4;
        }
        if (depth > g::depth_limit)
            throw refusal{finding_id::too_deep, in.begin(),
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
            throw refusal{finding_id::stack_rails, at,
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
                throw refusal{finding_id::stack_rails, tree.first_rail_at,
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
            throw refusal{finding_id::stack_rails, tree.first_rail_at, "rail under the last top-level node"};
        if (node.rows.empty()) {
            if (node.total != 0)
                throw refusal{finding_id::stack_end, in.end(),
                              fmt::format("the stack trace of {} bytes has no node", node.total)};
            return;
        }
        const auto& last = node.rows.back();
        const bool sibling_missing =
            std::ranges::any_of(tree.open, [](ast::branch b) { return b == ast::branch::inner; });
        if (last.remaining != 0 && (sibling_missing || last.total != last.current))
            throw refusal{finding_id::stack_end, tree.row_at,
                          fmt::format("the stack trace ends here, {} bytes remain", last.remaining)};
    }
};

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

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

} // namespace ballast::read
