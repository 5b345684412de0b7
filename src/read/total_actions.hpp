// The total.
#pragma once

#include "grammar/total.hpp"
#include "read/action.hpp"

namespace ballast::read {

namespace g = grammar;

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <> struct action<g::total_bytes>        : sets<&ast::total::bytes> {};
template <> struct action<g::total_human>        : sets<&ast::total::human> {};
template <> struct action<g::total> : emplaces<&ast::dump::total> {
    using emplaces::match;
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::total& node)
    {
        node.at.offset = ctx.offset(in.begin());
        if (!node.human) ctx.see(feature::bare_total, in.begin());
    }
};
// clang-format on

} // namespace ballast::read
