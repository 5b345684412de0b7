// Metadata.
#pragma once

#include "grammar/metadata.hpp"
#include "read/action.hpp"

namespace ballast::read {

namespace g = grammar;

// clang-format off

template <> struct action<g::op_type>            : sets<&ast::metadata::op_type> {};
template <> struct action<g::op_name>            : sets<&ast::metadata::op_name> {};
template <> struct action<g::source_file>        : sets<&ast::metadata::source_file> {};
template <> struct action<g::source_line>        : sets<&ast::metadata::source_line> {};
template <> struct action<g::source_end_line>    : sets_and_shows<&ast::metadata::source_end_line, feature::source_columns> {};
template <> struct action<g::source_column>      : sets_and_shows<&ast::metadata::source_column, feature::source_columns> {};
template <> struct action<g::source_end_column>  : sets_and_shows<&ast::metadata::source_end_column, feature::source_columns> {};
template <> struct action<g::profile_types>      : gathers<&ast::metadata::profile_types> {};
template <> struct action<g::profile_type>       : pushes<std::int64_t> {};
template <> struct action<g::profile_type_field> : shows<feature::profile_types> {};
template <> struct action<g::deduplicated_name>  : sets_and_shows<&ast::metadata::deduplicated_name, feature::deduplicated_name> {};
template <> struct action<g::preserve_layout>    : marks_and_shows<&ast::metadata::preserve_layout, true, feature::preserve_layout> {};
template <> struct action<g::scheduling_name>    : sets_and_shows<&ast::metadata::scheduling_name, feature::scheduling_name> {};
template <> struct action<g::stack_frame_id>     : sets_and_shows<&ast::metadata::stack_frame_id, feature::stack_frame_id> {};
template <> struct action<g::metadata_payload>   : sets_and_shows<&ast::metadata::payload, feature::metadata_payload> {};
template <> struct action<g::bare_deduplicated_name> : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::metadata& node)
    {
        node.deduplicated_name = text_of(in);
        node.bare_deduplicated_name = true;
        ctx.see(feature::bare_deduplicated_name, in.begin());
    }
};
// clang-format on

} // namespace ballast::read
