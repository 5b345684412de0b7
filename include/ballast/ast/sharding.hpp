// Shardings, replica groups, meshes.
#pragma once

#include "ballast/ast/metadata.hpp"
#include "ballast/export.hpp"
#include "ballast/list.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace ballast::inline v0::ast {

// `[2,4]<=[4,2]T(1,0)`: devices in the order of an iota that is reshaped, transposed and reshaped to `dimensions`. The
// transpose is empty if `reshape` has one dimension.
struct iota_order {
    list<std::int64_t> reshape;
    list<std::int64_t> transpose;

    bool operator==(const iota_order&) const = default;
    static constexpr auto members(auto m)
    {
        return m("iota_order", m("reshape", &iota_order::reshape), m("transpose", &iota_order::transpose));
    }
};
struct iota_tiles {
    list<std::int64_t> dimensions;
    iota_order order;

    bool operator==(const iota_tiles&) const = default;
    static constexpr auto members(auto m)
    {
        return m("iota_tiles", m("dimensions", &iota_tiles::dimensions), m("order", &iota_tiles::order));
    }
};

// `'y':(1)2`: an axis, or the part of it that has `size` devices after the first `before`.
struct sub_axis {
    std::int64_t before = 0;
    std::int64_t size = 0;

    bool operator==(const sub_axis&) const = default;
    static constexpr auto members(auto m)
    {
        return m("sub_axis", m("before", &sub_axis::before), m("size", &sub_axis::size));
    }
};
struct axis {
    std::string_view name;
    std::optional<sub_axis> part;

    bool operator==(const axis&) const = default;
    static constexpr auto members(auto m) { return m("axis", m("name", &axis::name), m("part", &axis::part)); }
};

struct mesh_axis {
    std::string_view name;
    std::int64_t size = 0;

    bool operator==(const mesh_axis&) const = default;
    static constexpr auto members(auto m)
    {
        return m("mesh_axis", m("name", &mesh_axis::name), m("size", &mesh_axis::size));
    }
};

// The spellings of meshes and their axes: `@mesh<x=2>`, directly followed by the device order (2025-10-30+) or by
// `, device_ids=` (2026-01-08+), `mesh[x=2]` (2026-02-03+), `mesh['x'=2]` (2026-03-05+). Without a device order the
// first two are the same. `single` is only for a mesh of one device (2026-09-07+).
enum class mesh_form : std::uint8_t { angle_glued, angle, bracket, quoted, single };
struct mesh {
    mesh_form form = mesh_form::quoted;
    std::optional<std::int64_t> maximal_device; // `maximal_mesh[device_id=3]`, `single_device[device_id=3]`
    list<mesh_axis> axes;
    std::variant<std::monostate, iota_order, list<std::int64_t>> device_order;

    bool operator==(const mesh&) const = default;
    static constexpr auto members(auto m)
    {
        return m("mesh", m("form", &mesh::form), m("maximal_device", &mesh::maximal_device), m("axes", &mesh::axes),
                 m("device_order", &mesh::device_order));
    }
};

// `replica_groups=`: lists (always), an iota (2024-07-16+), axes of a mesh (2025-12-16+).
struct mesh_groups {
    ast::mesh mesh;
    list<axis> axes;

    bool operator==(const mesh_groups&) const = default;
    static constexpr auto members(auto m)
    {
        return m("mesh_groups", m("mesh", &mesh_groups::mesh), m("axes", &mesh_groups::axes));
    }
};
struct replica_groups {
    std::variant<list<list<std::int64_t>>, iota_tiles, mesh_groups> form;

    bool operator==(const replica_groups&) const = default;
    static constexpr auto members(auto m) { return m("replica_groups", m("form", &replica_groups::form)); }
};

// The kinds of the last tile dimensions. `maximul` is how maximal was spelled until 2025-08-07.
enum class subgroup : std::uint8_t { manual, maximal, maximul, replicated, unreduced, error_type };
BALLAST_API std::string_view spelling(subgroup x);
// The subgroup with this spelling, which must be one of the known spellings.
BALLAST_API subgroup subgroup_of(std::string_view spelling);
enum class reduction : std::uint8_t { none, max, min };

struct replicated_sharding {
    bool operator==(const replicated_sharding&) const = default;
    static constexpr auto members(auto m) { return m("replicated_sharding"); }
};
struct manual_sharding {
    bool operator==(const manual_sharding&) const = default;
    static constexpr auto members(auto m) { return m("manual_sharding"); }
};
struct unknown_sharding {
    bool operator==(const unknown_sharding&) const = default;
    static constexpr auto members(auto m) { return m("unknown_sharding"); }
};
struct unreduced_sharding {
    ast::reduction reduction = reduction::none; // 2026-08-10+

    bool operator==(const unreduced_sharding&) const = default;
    static constexpr auto members(auto m)
    {
        return m("unreduced_sharding", m("reduction", &unreduced_sharding::reduction));
    }
};
struct maximal_sharding {
    std::int64_t device = 0;

    bool operator==(const maximal_sharding&) const = default;
    static constexpr auto members(auto m) { return m("maximal_sharding", m("device", &maximal_sharding::device)); }
};
// The text of an unknown form. It starts with a word that no known form starts with.
struct unlisted_sharding {
    std::string_view text;

    bool operator==(const unlisted_sharding&) const = default;
    static constexpr auto members(auto m) { return m("unlisted_sharding", m("text", &unlisted_sharding::text)); }
};
struct tiled_sharding {
    std::variant<iota_tiles, list<std::int64_t>> devices; // an iota, or a list
    list<std::int64_t> dimensions; // of a tiling with a device list; empty for an iota, which has its own
    bool last_tile_dim_replicate = false;
    list<subgroup> last_tile_dims;

    bool operator==(const tiled_sharding&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tiled_sharding", m("devices", &tiled_sharding::devices), m("dimensions", &tiled_sharding::dimensions),
                 m("last_tile_dim_replicate", &tiled_sharding::last_tile_dim_replicate),
                 m("last_tile_dims", &tiled_sharding::last_tile_dims));
    }
};

// A dimension of a named sharding: `{'x', ?}`.
struct dimension_axes {
    list<axis> axes;
    bool open = false;

    bool operator==(const dimension_axes&) const = default;
    static constexpr auto members(auto m)
    {
        return m("dimension_axes", m("axes", &dimension_axes::axes), m("open", &dimension_axes::open));
    }
};
struct named_sharding {
    ast::mesh mesh;
    enum class body : std::uint8_t { nothing, replicated, manual, unreduced, dimensions };
    body what = body::nothing;
    ast::reduction reduction = reduction::none; // of `unreduced`
    list<axis> unreduced_axes;                  // after the bare word or `unreduced=`
    list<dimension_axes> dimensions;
    list<axis> replicated_axes;
    list<axis> manual_axes; // 2026-01-14+

    bool operator==(const named_sharding&) const = default;
    static constexpr auto members(auto m)
    {
        return m("named_sharding", m("mesh", &named_sharding::mesh), m("what", &named_sharding::what),
                 m("reduction", &named_sharding::reduction), m("unreduced_axes", &named_sharding::unreduced_axes),
                 m("dimensions", &named_sharding::dimensions), m("replicated_axes", &named_sharding::replicated_axes),
                 m("manual_axes", &named_sharding::manual_axes));
    }
};

struct sharding;
struct tuple_sharding {
    list<sharding> elements;

    friend BALLAST_API bool operator==(const tuple_sharding& a, const tuple_sharding& b);
    static constexpr auto members(auto m) { return m("tuple_sharding", m("elements", &tuple_sharding::elements)); }
};

// `shard_as 1`, `shard_like 1` (2023-08-31+).
struct shard_group {
    bool like = false;
    std::int64_t id = 0;

    bool operator==(const shard_group&) const = default;
    static constexpr auto members(auto m)
    {
        return m("shard_group", m("like", &shard_group::like), m("id", &shard_group::id));
    }
};

struct sharding {
    std::variant<tuple_sharding, replicated_sharding, manual_sharding, unknown_sharding, unreduced_sharding,
                 maximal_sharding, tiled_sharding, unlisted_sharding, box<named_sharding>>
        form;
    std::optional<shard_group> group;
    list<ast::metadata> metadata; // 2021-01-12+
    // `, metadata={{…}}` with the comma, as in named shardings; since 2026-08-10 also on `{replicated}` and
    // `{unreduced}`.
    bool comma_before_metadata = false;

    bool operator==(const sharding&) const = default;
    static constexpr auto members(auto m)
    {
        return m("sharding", m("form", &sharding::form), m("group", &sharding::group),
                 m("metadata", &sharding::metadata), m("comma_before_metadata", &sharding::comma_before_metadata));
    }
};

} // namespace ballast::inline v0::ast
