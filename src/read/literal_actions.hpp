// Literals.
#pragma once

#include "grammar/literal.hpp"
#include "read/action.hpp"
#include "read/literal.hpp"
#include "read/shape_actions.hpp"
#include "rules/literal.hpp"

namespace ballast::read {

// --- functions -------------------------------------------------------------------------------------------------------

// The elements below become the values of an array. Their types and spellings must agree with the shape.
struct becomes_array : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, ast::literal& node)
    {
        auto& elements = ctx.growing<std::string_view>();
        const auto begin = elements.size();
        const char* const first = in.current();
        const bool matched = match_below<Rule, A, R, Action, Control>(in, ctx, node);
        if (matched) node.form = make_array(ctx, {first, static_cast<std::size_t>(in.current() - first)}, begin);
        elements.shrink(begin);
        return matched;
    }
};

// A part of a tuple has the shape of that part.
struct part_of_tuple : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In, typename Node>
    [[nodiscard]] static bool match(In& in, context& ctx, Node&)
    {
        const auto* const outer = ctx.literal_shape;
        if (outer) {
            // A surplus part has no shape; the tuple is refused at its end.
            const auto* const tuple = outer->tuple();
            const auto index = ctx.growing<ast::literal>().size() - ctx.mark<ast::literal>();
            ctx.literal_shape = tuple && index < tuple->elements.size() ? &tuple->elements[index] : nullptr;
        }
        ast::literal part;
        const bool matched = match_below<Rule, A, R, Action, Control>(in, ctx, part);
        ctx.literal_shape = outer;
        if (matched) ctx.growing<ast::literal>().push(part);
        return matched;
    }
};

struct checks_parts : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::tuple_literal& node)
    {
        if (!ctx.literal_shape) return;
        if (const auto rule = rules::check_parts(node, *ctx.literal_shape)) throw ctx.refuse(*rule, text_of(in));
    }
};

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <> struct action<g::literal_element>    : pushes<std::string_view> {};
template <> struct action<g::array_literal>      : becomes_array {};
template <> struct action<g::elided_literal> : tao::pegtl::maybe_nothing {
    static void apply0(context&, ast::literal& node) { node.form = ast::elided_literal{}; }
};
template <> struct action<g::literal_part>       : part_of_tuple {};
template <> struct action<g::literal_parts>      : gathers<&ast::tuple_literal::parts> {};
template <> struct action<g::tuple_literal> : becomes<ast::tuple_literal, &ast::literal::form>, checks_parts {
    using becomes::match;
};

template <> struct action<g::dynamic_size>       : pushes<std::int64_t> {};
template <> struct action<g::dynamic_sizes> : gathers<&ast::literal_array::dynamic_sizes> {
    using gathers::match;
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::literal_array&) { ctx.dynamic_sizes = text_of(in); }
};
template <> struct action<g::literal_shape>      : inside<&ast::literal_array::shape> {};
template <> struct action<g::shaped_value> : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, ast::literal_array& node)
    {
        // The elements are those of the dynamic sizes, if there are any.
        ast::shape shape = node.shape;
        if (!node.dynamic_sizes.empty()) shape = with_sizes(ctx, node);
        const auto* const outer = std::exchange(ctx.literal_shape, &shape);
        const bool matched = match_below<Rule, A, R, Action, Control>(in, ctx, node.value);
        ctx.literal_shape = outer;
        return matched;
    }
};
template <> struct action<g::shaped_array>       : becomes_boxed<ast::literal_array, &ast::shaped_literal::form> {};
template <> struct action<g::shaped_token> : tao::pegtl::maybe_nothing {
    static void apply0(context&, ast::shaped_literal& node) { node.form = ast::literal_token{}; }
};
template <> struct action<g::shaped_part>        : element<ast::shaped_literal> {};
template <> struct action<g::shaped_parts>       : gathers<&ast::literal_tuple::parts> {};
template <> struct action<g::shaped_tuple>       : becomes<ast::literal_tuple, &ast::shaped_literal::form> {};
template <> struct action<g::parenthesised_literal>
    : marks<&ast::shaped_literal::in_parentheses, true> {};
// clang-format on

} // namespace ballast::read
