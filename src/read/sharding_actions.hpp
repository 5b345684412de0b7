// Shardings, replica groups, meshes.
#pragma once

#include "grammar/sharding.hpp"
#include "read/action.hpp"
#include "read/metadata_actions.hpp"
#include "read/shape_actions.hpp"
#include "rules/sharding.hpp"

#include <algorithm>

namespace ballast::read {

// --- functions -------------------------------------------------------------------------------------------------------

// A word alone is the whole sharding.
template <typename T>
struct is_sharding : tao::pegtl::maybe_nothing {
    static void apply0(context&, ast::sharding& node) { node.form = T{}; }
};

template <ast::mesh_form Form>
struct is_mesh : tao::pegtl::maybe_nothing {
    static void apply0(context&, ast::mesh& node) { node.form = Form; }
};

// The axes after a mesh are quoted if and only if the mesh has the form with quoted axes, even if it has none.
inline void check_axes(const context& ctx, const ast::mesh& mesh)
{
    if (mesh.form == ast::mesh_form::quoted && !ctx.bare_axis.empty())
        throw ctx.refuse(finding_id::mixed_eras, say("axis without quotes, but the axes of its mesh have quotes"),
                         ctx.bare_axis);
    if (mesh.form != ast::mesh_form::quoted && !ctx.quoted_axis.empty())
        throw ctx.refuse(finding_id::mixed_eras, say("axis with quotes, but the axes of its mesh have none"),
                         ctx.quoted_axis);
}
template <auto Member>
struct places_axis : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context& ctx, Node&)
    {
        if ((ctx.*Member).empty()) ctx.*Member = text_of(in);
    }
};

struct checks_named : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::named_sharding& node)
    {
        check_axes(ctx, node.mesh);
        using body = ast::named_sharding::body;
        const bool reduced = node.reduction != ast::reduction::none;
        if (node.what == body::dimensions && reduced) ctx.see(feature::reduction_of_axes, in.begin());
        if (node.what != body::unreduced) return;
        // If all axes are unreduced, the mesh is not printed any more.
        ctx.see(feature::unreduced_after_mesh, in.begin());
        if (reduced) ctx.see(feature::reduction_after_mesh, in.begin());
    }
};

// A word without a mesh can also be a named sharding: those of one word omit their mesh.
struct checks_reduction : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::unreduced_sharding& node)
    {
        if (node.reduction != ast::reduction::none) ctx.see(feature::reduction_alone, in.begin());
    }
};
struct marks_comma : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::sharding& node)
    {
        node.comma_before_metadata = true;
        if (!std::holds_alternative<ast::box<ast::named_sharding>>(node.form))
            ctx.see(feature::metadata_after_word, in.begin());
    }
};

// A metadata entry that XLA adds shows the reduction of unreduced devices.
struct gathers_metadata : gathers<&ast::sharding::metadata> {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, ast::sharding& node)
    {
        const char* const at = in.current();
        if (!gathers::template match<Rule, A, R, Action, Control>(in, ctx, node)) return false;
        if (!node.metadata.empty() && node.metadata.back().op_type == rules::reduction_op)
            ctx.see(feature::reduction_metadata, at);
        return true;
    }
};

struct dates_unreduced : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context& ctx, Node& node)
    {
        if (rules::lacks_reduction(node)) ctx.see(timeline::feature_of("unreduced_alone"), in.begin());
    }
};

struct checks_mesh_groups : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput&, context& ctx, ast::mesh_groups& node)
    {
        check_axes(ctx, node.mesh);
    }
};

struct checks_sharding_marks : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context& ctx, Node&)
    {
        check_index_mark(in, ctx, ctx.growing<ast::sharding>().size() - ctx.mark<ast::sharding>(),
                         feature::sharding_marks, feature::no_sharding_marks);
    }
};

struct pushes_subgroup : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context& ctx, Node&)
    {
        const auto found = ast::subgroup_of(text_of(in));
        ctx.growing<ast::subgroup>().push(found);
        if (found == ast::subgroup::maximal) ctx.see(feature::maximal_subgroup, in.begin());
        if (found == ast::subgroup::maximul) ctx.see(feature::maximul_subgroup, in.begin());
        if (found == ast::subgroup::unreduced) ctx.see(feature::unreduced_subgroup, in.begin());
    }
};

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <> struct action<g::tile_count>         : pushes<std::int64_t> {};
template <> struct action<g::tile_counts>        : gathers<&ast::iota_tiles::dimensions> {};
template <> struct action<g::reshape_size>       : pushes<std::int64_t> {};
template <> struct action<g::reshape_one>        : gathers<&ast::iota_order::reshape> {};
template <> struct action<g::reshape_sizes>      : gathers<&ast::iota_order::reshape> {};
template <> struct action<g::transpose_dimension> : pushes<std::int64_t> {};
template <> struct action<g::transpose_order>    : gathers<&ast::iota_order::transpose> {};
template <> struct action<g::iota_order> : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In, typename Node>
    [[nodiscard]] static bool match(In& in, context& ctx, Node& node)
    {
        const char* const at = in.current();
        ast::iota_order below;
        if (!match_below<Rule, A, R, Action, Control>(in, ctx, below)) return false;
        if (const auto rule = rules::check_order(below))
            throw ctx.refuse(*rule, {at, static_cast<std::size_t>(in.current() - at)});
        if constexpr (requires { node.device_order; }) node.device_order = below;
        else node.order = below;
        return true;
    }
};
template <> struct action<g::listed_device>      : pushes<std::int64_t> {};

template <> struct action<g::axis_name>          : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context&, Node& node) { node.name = text_of(in); }
};
template <> struct action<g::bare_axis_name>     : action<g::axis_name> {};
template <> struct action<g::mesh_axis_size>     : sets<&ast::mesh_axis::size> {};
template <> struct action<g::quoted_mesh_axis>   : element<ast::mesh_axis> {};
template <> struct action<g::bare_mesh_axis>     : element<ast::mesh_axis> {};
template <> struct action<g::quoted_mesh_axes>   : gathers<&ast::mesh::axes> {};
template <> struct action<g::bare_mesh_axes>     : gathers<&ast::mesh::axes> {};
template <> struct action<g::angle_with_ids>     : is_mesh<ast::mesh_form::angle> {};
template <> struct action<g::maximal_device>     : sets<&ast::mesh::maximal_device> {};
template <> struct action<g::quoted_mesh>        : is_mesh<ast::mesh_form::quoted> {};
template <> struct action<g::bracket_mesh>       : is_mesh<ast::mesh_form::bracket> {};
template <> struct action<g::angle_mesh> : tao::pegtl::maybe_nothing {
    static void apply0(context&, ast::mesh& node) { if (node.form != ast::mesh_form::angle) node.form = ast::mesh_form::angle_glued; }
};
template <> struct action<g::maximal_mesh>       : is_mesh<ast::mesh_form::quoted> {};
template <> struct action<g::single_device>      : is_mesh<ast::mesh_form::single> {};
template <> struct action<g::angle_maximal_mesh> : is_mesh<ast::mesh_form::angle_glued> {};
template <> struct action<g::mesh> : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In, typename Node>
        requires requires(Node& node) { node.mesh; }
    [[nodiscard]] static bool match(In& in, context& ctx, Node& node)
    {
        if (!match_below<Rule, A, R, Action, Control>(in, ctx, node.mesh)) return false;
        ctx.quoted_axis = ctx.bare_axis = {};
        return true;
    }
};
template <> struct action<g::listed_devices>     : becomes_list<std::int64_t, &ast::mesh::device_order> {};
template <> struct action<g::sub_axis_before>    : sets<&ast::sub_axis::before> {};
template <> struct action<g::sub_axis_size>      : sets<&ast::sub_axis::size> {};
template <> struct action<g::sub_axis>           : emplaces<&ast::axis::part> {};
template <> struct action<g::quoted_axis>        : places_axis<&context::quoted_axis> {};
template <> struct action<g::bare_axis>          : places_axis<&context::bare_axis> {};
template <> struct action<g::axis>               : element<ast::axis> {};

template <> struct action<g::group_member>       : pushes<std::int64_t> {};
template <> struct action<g::group_members>      : pushes_list<std::int64_t> {};
template <> struct action<g::group_lists>        : becomes_list<ast::list<std::int64_t>, &ast::replica_groups::form> {};
template <> struct action<g::iota_groups>        : becomes<ast::iota_tiles, &ast::replica_groups::form> {};
template <> struct action<g::group_axes>         : gathers<&ast::mesh_groups::axes> {};
template <> struct action<g::mesh_groups> : becomes<ast::mesh_groups, &ast::replica_groups::form>, checks_mesh_groups {
    using becomes::match;
};

template <> struct action<g::sharding_metadata_entry> : element<ast::metadata> {};
template <> struct action<g::sharding_metadata>  : gathers_metadata {};
template <> struct action<g::braced_entries>     : gathers<&ast::sharding::metadata> {};
template <> struct action<g::comma_metadata>     : marks_comma {};
template <> struct action<g::shard_like>         : marks<&ast::shard_group::like, true> {};
template <> struct action<g::shard_group_id>     : sets<&ast::shard_group::id> {};
template <> struct action<g::shard_group>        : emplaces<&ast::sharding::group> {};

template <> struct action<g::sharded_iota>       : becomes<ast::iota_tiles, &ast::tiled_sharding::devices> {};
template <> struct action<g::sharded_dimensions> : gathers<&ast::tiled_sharding::dimensions> {};
template <> struct action<g::sharded_devices>    : becomes_list<std::int64_t, &ast::tiled_sharding::devices> {};
template <> struct action<g::sharded_list> : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, ast::tiled_sharding& node)
    {
        node.devices = ast::list<std::int64_t>{};
        return match_below<Rule, A, R, Action, Control>(in, ctx, node);
    }
};
template <> struct action<g::replicate_last>     : marks<&ast::tiled_sharding::last_tile_dim_replicate, true> {};
template <> struct action<g::subgroup>           : pushes_subgroup {};
template <> struct action<g::subgroups>          : gathers<&ast::tiled_sharding::last_tile_dims> {};
template <> struct action<g::tiled_sharding>     : becomes<ast::tiled_sharding, &ast::sharding::form> {};
template <> struct action<g::replicated_word>    : is_sharding<ast::replicated_sharding> {};
template <> struct action<g::manual_word>        : is_sharding<ast::manual_sharding> {};
template <> struct action<g::unknown_word>       : is_sharding<ast::unknown_sharding> {};
template <> struct action<g::max_reduction> : tao::pegtl::maybe_nothing {
    template <typename Node> static void apply0(context&, Node& node) { node.reduction = ast::reduction::max; }
};
template <> struct action<g::min_reduction> : tao::pegtl::maybe_nothing {
    template <typename Node> static void apply0(context&, Node& node) { node.reduction = ast::reduction::min; }
};
template <> struct action<g::unreduced_word> : becomes<ast::unreduced_sharding, &ast::sharding::form>, checks_reduction {
    using becomes::match;
};
template <> struct action<g::sharded_device>     : sets<&ast::maximal_sharding::device> {};
template <> struct action<g::maximal_word>       : becomes<ast::maximal_sharding, &ast::sharding::form> {};

template <> struct action<g::open_dimension>     : marks<&ast::dimension_axes::open, true> {};
template <> struct action<g::dimension_axes>     : element_of_gathered<&ast::dimension_axes::axes> {};
template <> struct action<g::dimension_list> : gathers<&ast::named_sharding::dimensions> {};
template <> struct action<g::replicated_axes>    : gathers<&ast::named_sharding::replicated_axes> {};
template <> struct action<g::unreduced_axes>     : gathers<&ast::named_sharding::unreduced_axes> {};
template <> struct action<g::manual_axes>        : gathers<&ast::named_sharding::manual_axes> {};
template <> struct action<g::named_dimensions>   : marks<&ast::named_sharding::what, ast::named_sharding::body::dimensions> {};
template <> struct action<g::named_replicated>   : marks<&ast::named_sharding::what, ast::named_sharding::body::replicated> {};
template <> struct action<g::named_manual>       : marks<&ast::named_sharding::what, ast::named_sharding::body::manual> {};
template <> struct action<g::named_unreduced>    : marks<&ast::named_sharding::what, ast::named_sharding::body::unreduced> {};
template <> struct action<g::named_sharding> : becomes_boxed<ast::named_sharding, &ast::sharding::form>, checks_named {
    using becomes_boxed::match;
};

template <> struct action<g::unlisted_sharding> : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::sharding& node)
    {
        node.form = ast::unlisted_sharding{text_of(in)};
        ctx.note_unknown(finding_id::unknown_sharding, text_of(in));
    }
};
template <> struct action<g::leaf_sharding>      : dates_unreduced {};
template <> struct action<g::sharding_element>   : element<ast::sharding> {};
template <> struct action<g::sharding_separator> : checks_sharding_marks {};
template <> struct action<g::sharding_elements>  : gathers<&ast::tuple_sharding::elements> {};
template <> struct action<g::tuple_sharding>     : becomes<ast::tuple_sharding, &ast::sharding::form> {};
// clang-format on

} // namespace ballast::read
