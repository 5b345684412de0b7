// Metadata.
#pragma once

#include "grammar/metadata.hpp"
#include "read/action.hpp"

namespace ballast::read {

namespace g = grammar;

// --- functions -------------------------------------------------------------------------------------------------------

// What few instructions have is one node of its own, changed by each of its fields.
template <typename Change>
void change_rare(context& ctx, ast::metadata& node, Change change)
{
    auto rare = *node.rare;
    change(rare);
    node.rare = ctx.memory.share(rare);
}

template <auto M, feature F>
struct sets_rare : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::metadata& node)
    {
        change_rare(ctx, node, [&](ast::rare_metadata& rare) { rare.*M = text_of(in); });
        ctx.see(F, in.begin());
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
template <> struct action<g::source_end_line>    : sets_and_shows<&ast::metadata::source_end_line, feature::source_columns> {};
template <> struct action<g::source_column>      : sets_and_shows<&ast::metadata::source_column, feature::source_columns> {};
template <> struct action<g::source_end_column>  : sets_and_shows<&ast::metadata::source_end_column, feature::source_columns> {};
template <> struct action<g::profile_types>      : gathers_profile_types {};
template <> struct action<g::profile_type>       : pushes<std::int64_t> {};
template <> struct action<g::profile_type_field> : shows<feature::profile_types> {};
template <> struct action<g::deduplicated_name>  : sets_rare<&ast::rare_metadata::deduplicated_name, feature::deduplicated_name> {};
template <> struct action<g::preserve_layout> : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::metadata& node)
    {
        change_rare(ctx, node, [](ast::rare_metadata& rare) { rare.preserve_layout = true; });
        ctx.see(feature::preserve_layout, in.begin());
    }
};
template <> struct action<g::scheduling_name>    : sets_and_shows<&ast::metadata::scheduling_name, feature::scheduling_name> {};
template <> struct action<g::stack_frame_id>     : sets_and_shows<&ast::metadata::stack_frame_id, feature::stack_frame_id> {};
template <> struct action<g::metadata_payload>   : sets_rare<&ast::rare_metadata::payload, feature::metadata_payload> {};
template <> struct action<g::bare_deduplicated_name> : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::metadata& node)
    {
        change_rare(ctx, node, [&](ast::rare_metadata& rare) {
            rare.deduplicated_name = text_of(in);
            rare.bare_deduplicated_name = true;
        });
        ctx.see(feature::bare_deduplicated_name, in.begin());
    }
};
// clang-format on

} // namespace ballast::read
