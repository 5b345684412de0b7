#include "generate/nodes.hpp"

namespace ballast::generate {

ast::iota_order nodes::iota_order()
{
    const auto rank = 1 + below(3);
    ast::iota_order result;
    result.reshape = many(rank, rank, [&] { return 1 + below(8); });
    if (rank > 1) result.transpose = many(rank, rank, [&] { return below(rank); });
    return result;
}

ast::iota_tiles nodes::iota_tiles()
{
    return {many(1, 3, [&] { return 1 + below(8); }), iota_order()};
}

ast::tiled_sharding nodes::tiled()
{
    ast::tiled_sharding result;
    if (chance(2, feature::iota_sharding)) {
        result.devices = iota_tiles();
    } else {
        result.dimensions = many(1, 3, [&] { return 1 + below(4); });
        result.devices = many(0, 4, [&] { return below(16); });
    }
    result.last_tile_dim_replicate = chance(3, feature::replicated_last_tile);
    if (chance(3, feature::last_tile_dims))
        result.last_tile_dims = many(1, 3, [&] {
            using enum ast::subgroup;
            const ast::subgroup all[] = {replicated, manual, can(feature::unreduced_subgroup) ? unreduced : manual,
                                         error_type};
            if (chance(4)) return can(feature::maximul_subgroup) ? maximul : maximal;
            return all[below(4)];
        });
    return result;
}

ast::mesh nodes::mesh()
{
    using enum ast::mesh_form;
    const bool angles = can(feature::angle_mesh);
    ast::mesh result;
    if (chance(5, angles ? feature::angle_maximal_mesh : feature::square_mesh)) {
        result.maximal_device = below(8);
        result.form = angles ? angle_glued : quoted; // without axes the two bracket spellings are one
        return result;
    }
    result.form = angles ? angle_glued : can(feature::bracket_mesh) ? bracket : quoted;
    const bool quotes = result.form == quoted;
    result.axes = many(quotes ? 0 : 1, 3, [&] {
        return ast::mesh_axis{quotes ? pick({"x", "data", "y z", "a/b"}) : pick({"x", "data", "y.1"}), 1 + below(8)};
    });
    if (chance(2)) {
        if (chance(2))
            result.device_order = many(1, 4, [&] { return below(8); });
        else
            result.device_order = iota_order();
        if (angles && can(feature::device_ids)) result.form = angle; // where the order stands tells the two apart
    }
    return result;
}

ast::list<ast::axis> nodes::axes(const ast::mesh& of, std::int64_t least)
{
    if (of.maximal_device || of.axes.empty()) least = 0;
    const bool quoted = of.form == ast::mesh_form::quoted;
    return many(least, of.maximal_device || of.axes.empty() ? 0 : 2, [&] {
        ast::axis a{quoted ? pick({"x", "data", "y z"}) : pick({"x", "data"}), {}};
        if (chance(3)) a.part = ast::sub_axis{1 + below(4), 1 + below(4)};
        return a;
    });
}

ast::named_sharding nodes::named()
{
    ast::named_sharding result;
    result.mesh = mesh();
    const bool has_axes = !result.mesh.maximal_device && !result.mesh.axes.empty();
    using body = ast::named_sharding::body;
    result.what = chance(2) ? body::dimensions : static_cast<body>(below(5));
    const auto prints_body = [&] {
        switch (result.what) {
        case body::replicated: return can(feature::replicated_after_mesh);
        case body::manual: return can(feature::word_after_mesh);
        case body::unreduced:
            return can(feature::unreduced_after_mesh) || (has_axes && can(feature::reduction_after_mesh));
        default: return true;
        }
    };
    if (!prints_body()) result.what = body::dimensions;
    if (result.what == body::unreduced) {
        result.reduction = reduction(feature::reduction_after_mesh);
        if (has_axes && can(feature::reduction_after_mesh) && (!can(feature::unreduced_after_mesh) || chance(2)))
            result.unreduced_axes = axes(result.mesh, 1);
    }
    if (result.what == body::dimensions) {
        result.dimensions = many(0, 3, [&] { return ast::dimension_axes{axes(result.mesh, 0), chance(3)}; });
        if (has_axes && chance(3)) result.replicated_axes = axes(result.mesh, 1);
        if (has_axes && chance(3)) {
            result.unreduced_axes = axes(result.mesh, 1);
            result.reduction = reduction(feature::reduction_of_axes);
        }
        if (has_axes && chance(3, feature::manual_axes)) result.manual_axes = axes(result.mesh, 1);
    }
    return result;
}

ast::reduction nodes::reduction(feature needed)
{
    return can(needed) ? static_cast<ast::reduction>(below(3)) : ast::reduction::none;
}

ast::sharding nodes::sharding(bool leaf)
{
    ast::sharding result;
    // The richest form is drawn more often than the others.
    switch (chance(3, feature::named_sharding) ? 6 : below(leaf ? 8 : 9)) {
    case 1:
        if (can(feature::manual_sharding))
            result.form = ast::manual_sharding{};
        else
            result.form = ast::replicated_sharding{};
        break;
    case 2: result.form = ast::maximal_sharding{below(9)}; break;
    case 3:
        if (can(feature::unknown_sharding))
            result.form = ast::unknown_sharding{};
        else
            result.form = ast::replicated_sharding{};
        break;
    case 4:
        if (can(feature::unreduced))
            result.form = ast::unreduced_sharding{reduction(feature::reduction_alone)};
        else
            result.form = ast::replicated_sharding{};
        break;
    case 5: result.form = tiled(); break;
    case 6:
        if (can(feature::named_sharding)) {
            result.form = memory_.make(named());
            break;
        }
        result.form = tiled();
        break;
    case 7:
        if (words_ == vocabulary::any) {
            result.form = ast::unlisted_sharding{pick({"sliced", "by {a} \"}\""})};
            return result;
        }
        result.form = ast::replicated_sharding{};
        break;
    case 8: result.form = ast::tuple_sharding{many(0, 7, [&] { return sharding(true); })}; return result;
    default: result.form = ast::replicated_sharding{};
    }
    const bool is_named = std::holds_alternative<ast::box<ast::named_sharding>>(result.form);
    const bool can_comma = is_named || (can(feature::metadata_after_word) &&
                                        (std::holds_alternative<ast::replicated_sharding>(result.form) ||
                                         std::holds_alternative<ast::unreduced_sharding>(result.form)));
    if (can_comma && chance(3)) {
        result.comma_before_metadata = true;
        result.metadata = many(1, 2, [&] { return metadata(); });
    } else if (!is_named) {
        if (chance(3, feature::shard_group)) result.group = ast::shard_group{chance(2), below(9)};
        if (chance(3, feature::sharding_metadata)) {
            const auto made_up = can(feature::reduction_metadata) && chance(4);
            auto left = 1 + below(3);
            result.metadata = many(left, left, [&] {
                if (--left != 0 || !made_up) return metadata();
                ast::metadata how;
                how.op_type = "sdy::reduction_op";
                how.op_name = pick({"SUM", "MAX", "MIN"});
                return how;
            });
        }
    }
    return result;
}

ast::replica_groups nodes::replica_groups()
{
    if (chance(3, feature::mesh_groups)) {
        ast::mesh_groups groups;
        groups.mesh = mesh();
        groups.axes = axes(groups.mesh, 0);
        return {groups};
    }
    if (chance(3, feature::iota_groups)) return {iota_tiles()};
    return {many(0, 3, [&] { return static_cast<ast::list<std::int64_t>>(index()); })};
}

} // namespace ballast::generate
