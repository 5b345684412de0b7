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
        human.unit = unit(text);
        std::int64_t value = 0;
        for (const char c : text) {
            if (c == '.') continue;
            if (c < '0' || c > '9') break;
            if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, c - '0', &value))
                refuse_integer(ctx, text, "64 bits with sign");
        }
        human.count = value;
    }

private:
    static ast::size_unit unit(std::string_view text)
    {
        if (!text.ends_with("iB")) return ast::size_unit::bytes;
        constexpr std::string_view letters = "BKMGTPE";
        return static_cast<ast::size_unit>(letters.find(text[text.size() - 3]));
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
        ctx.see(node.human ? feature::human_total : feature::bare_total, in.begin());
    }
};
// clang-format on

} // namespace ballast::read
