// The total.
#pragma once

#include "grammar/total.hpp"
#include "read/action.hpp"

namespace ballast::read {

namespace g = grammar;

// --- functions -------------------------------------------------------------------------------------------------------

struct sets_human : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::total& node)
    {
        const auto text = text_of(in);
        auto& human = node.human.emplace();
        human.unit = ast::size_unit_of(text);
        std::int64_t value = 0;
        for (const char c : text) {
            if (c == '.') continue;
            if (c < '0' || c > '9') break;
            if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, c - '0', &value))
                refuse_integer(ctx, text, "64 bits with sign");
        }
        human.count = value;
    }
};

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <> struct action<g::total_bytes>        : sets<&ast::total::bytes> {};
template <> struct action<g::total_human>        : sets_human {};
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
