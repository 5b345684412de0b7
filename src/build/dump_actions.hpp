// Whole files.
#pragma once

#include "build/action.hpp"
#include "build/live_range_actions.hpp"
#include "build/value_actions.hpp"
#include "grammar/dump.hpp"

#include "text/shown.hpp"

#include <fmt/format.h>

namespace ballast::build {

// --- functions -------------------------------------------------------------------------------------------------------

struct sets_human : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context&, ast::total& node)
    {
        const auto text = text_of(in);
        auto& human = node.human.emplace();
        human.unit = unit(text);
        std::int64_t value = 0;
        for (const char c : text) {
            if (c == '.') continue;
            if (c < '0' || c > '9') break;
            if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, c - '0', &value))
                refuse_integer(text, "64 bits with sign");
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

template <ast::dump_kind Kind, feature F>
struct is_kind : marks_and_shows<&ast::dump::kind, Kind, F> {};

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <g::fixed_text Key> struct action<g::key_of_value<Key>> : tao::pegtl::maybe_nothing {
    template <typename Node> static void apply0(context& ctx, Node&) { ctx.with_key = true; }
};
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
template <> struct action<g::assignment_head>    : marks<&ast::dump::kind, ast::dump_kind::assignment> {};
template <> struct action<g::combined_rest>      : is_kind<ast::dump_kind::combined, feature::combined_file> {};
template <> struct action<g::values_file>        : is_kind<ast::dump_kind::values, feature::values_file> {};
template <> struct action<g::live_range_file>    : is_kind<ast::dump_kind::live_range, feature::live_range_file> {};
template <> struct action<g::combined_live_range> : shows<feature::live_range_section> {};
template <> struct action<g::frame_name>         : sets<&ast::dump::frame> {};
template <> struct action<g::frame_end_name> : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context&, ast::dump& node)
    {
        if (text_of(in) != *node.frame)
            throw refusal{diagnostic_kind::frame_name, in.begin(),
                          fmt::format("frame ends as {}, it began as {}", shown(text_of(in)), shown(*node.frame))};
    }
};
// clang-format on

} // namespace ballast::build
