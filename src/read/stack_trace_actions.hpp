// The stack-trace tree.
#pragma once

#include "grammar/stack_trace.hpp"
#include "read/action.hpp"

namespace ballast::read {

namespace g = grammar;

// --- functions -------------------------------------------------------------------------------------------------------

// `41 943 072`
template <auto M>
struct sets_grouped : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, owner_of<M>& node)
    {
        std::int64_t value = 0;
        for (const char c : text_of(in)) {
            if (c == ' ') continue;
            if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, c - '0', &value))
                refuse_integer(ctx, text_of(in), "a signed 64-bit integer");
        }
        node.*M = value;
    }
};

template <bool Drawn>
struct places_rail : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context& ctx, Node&)
    {
        ctx.rails.push_back({text_of(in), Drawn});
    }
};

// A row begins without rails, whatever was tried before.
struct clears_rails : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In, typename Node>
    [[nodiscard]] static bool match(In& in, context& ctx, Node& node)
    {
        ctx.rails.clear();
        return match_below<Rule, A, R, Action, Control>(in, ctx, node);
    }
};

// Compares each row with the rows before it; the fault can be at an earlier row.
struct feeds_tree : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::stack_row& node)
    {
        node.depth = static_cast<std::int64_t>(ctx.rails.size());
        ctx.drawn.clear();
        for (const auto& rail : ctx.rails) ctx.drawn.push_back(rail.drawn);
        const auto at = ctx.offset(in.begin());
        const auto rule = ctx.tree.row(node, ctx.drawn, at);
        if (!rule) return;
        if (rule->at != at) throw ctx.refuse(*rule, ctx.text().substr(static_cast<std::size_t>(rule->at), 0));
        throw ctx.refuse(*rule, rule->part < ctx.rails.size() ? ctx.rails[rule->part].text : text_of(in));
    }
};

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <> struct action<g::stack_percent>      : sets_tenths<&ast::stack_row::tenths> {};
template <> struct action<g::stack_total>        : sets_grouped<&ast::stack_row::total> {};
template <> struct action<g::stack_current>      : sets_grouped<&ast::stack_row::current> {};
template <> struct action<g::stack_remaining>    : sets_grouped<&ast::stack_row::remaining> {};
template <> struct action<g::peak_total>         : sets_grouped<&ast::stack_trace::total> {};
template <> struct action<g::rails>              : clears_rails {};
template <> struct action<g::top_row>            : clears_rails {};
template <> struct action<g::rail>               : places_rail<true> {};
template <> struct action<g::no_rail>            : places_rail<false> {};
template <> struct action<g::inner_branch>       : marks<&ast::stack_row::branch, ast::branch::inner> {};
template <> struct action<g::last_branch>        : marks<&ast::stack_row::branch, ast::branch::last> {};
template <> struct action<g::stack_label>        : sets<&ast::stack_row::label> {};
template <> struct action<g::top_label>          : sets<&ast::stack_row::label> {};
template <> struct action<g::stack_row>          : feeds_tree {};
// clang-format on

} // namespace ballast::read
