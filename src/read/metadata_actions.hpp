// Metadata.
#pragma once

#include "grammar/metadata.hpp"
#include "read/action.hpp"
#include "read/unknown_actions.hpp"

namespace ballast::read {

namespace g = grammar;

// --- functions -------------------------------------------------------------------------------------------------------

// Fields that few instructions have are in a node of their own, which each of these fields changes.
template <typename Change>
void change_rare(context& ctx, ast::metadata& node, Change change)
{
    auto rare = *node.rare;
    change(rare);
    node.rare = ctx.memory.share(rare);
}

template <auto M>
struct sets_rare : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::metadata& node)
    {
        change_rare(ctx, node, [&](ast::rare_metadata& rare) { rare.*M = text_of(in); });
    }
};
struct gathers_unknown_fields : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, ast::metadata& node)
    {
        auto& list = ctx.growing<ast::unknown_item>();
        const auto begin = list.size();
        if (!match_below<Rule, A, R, Action, Control>(in, ctx, node)) {
            list.shrink(begin);
            return false;
        }
        change_rare(ctx, node, [&](ast::rare_metadata& rare) { rare.unknown_items = list.take(begin, ctx.memory); });
        return true;
    }
};
struct gathers_profile_types : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, ast::metadata& node)
    {
        ast::rare_metadata below;
        if (!gathers<&ast::rare_metadata::profile_types>::match<Rule, A, R, Action, Control>(in, ctx, below))
            return false;
        change_rare(ctx, node, [&](ast::rare_metadata& rare) { rare.profile_types = below.profile_types; });
        return true;
    }
};

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <> struct action<g::op_type>            : sets<&ast::metadata::op_type> {};
template <> struct action<g::op_name>            : sets<&ast::metadata::op_name> {};
template <> struct action<g::source_file>        : sets<&ast::metadata::source_file> {};
template <> struct action<g::source_line>        : sets<&ast::metadata::source_line> {};
template <> struct action<g::source_end_line>    : sets<&ast::metadata::source_end_line> {};
template <> struct action<g::source_column>      : sets<&ast::metadata::source_column> {};
template <> struct action<g::source_end_column>  : sets<&ast::metadata::source_end_column> {};
template <> struct action<g::profile_types>      : gathers_profile_types {};
template <> struct action<g::profile_type>       : pushes<std::int64_t> {};
template <> struct action<g::deduplicated_name>  : sets_rare<&ast::rare_metadata::deduplicated_name> {};
template <> struct action<g::preserve_layout> : tao::pegtl::maybe_nothing {
    static void apply0(context& ctx, ast::metadata& node)
    {
        change_rare(ctx, node, [](ast::rare_metadata& rare) { rare.preserve_layout = true; });
    }
};
template <> struct action<g::scheduling_name>    : sets<&ast::metadata::scheduling_name> {};
template <> struct action<g::stack_frame_id>     : sets<&ast::metadata::stack_frame_id> {};
template <> struct action<g::metadata_payload>   : sets_rare<&ast::rare_metadata::payload> {};
template <> struct action<g::unknown_field>      : keeps_item {};
template <> struct action<g::mixed_fields>       : gathers_unknown_fields {};
template <> struct action<g::bare_deduplicated_name> : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::metadata& node)
    {
        change_rare(ctx, node, [&](ast::rare_metadata& rare) {
            rare.deduplicated_name = text_of(in);
            rare.bare_deduplicated_name = true;
        });
    }
};
// clang-format on

} // namespace ballast::read
