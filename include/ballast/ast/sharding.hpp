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
// transpose is empty where `reshape` has one dimension.
struct iota_order {
    list<std::int64_t> reshape;
    list<std::int64_t> transpose;

    bool operator==(const iota_order&) const = default;
};
struct iota_tiles {
    list<std::int64_t> dimensions;
    iota_order order;

    bool operator==(const iota_tiles&) const = default;
};

// `'y':(1)2`: an axis, or the part of it that has `size` devices behind `before`.
struct sub_axis {
    std::int64_t before = 0;
    std::int64_t size = 0;

    bool operator==(const sub_axis&) const = default;
};
struct axis {
    std::string_view name;
    std::optional<sub_axis> part;

    bool operator==(const axis&) const = default;
};

struct mesh_axis {
    std::string_view name;
    std::int64_t size = 0;

    bool operator==(const mesh_axis&) const = default;
};

// How meshes and their axes were spelled: `@mesh<x=2>` with the device order glued to it (2025-10-30+) or behind
// `, device_ids=` (2026-01-08+), `mesh[x=2]` (2026-02-03+), `mesh['x'=2]` (2026-03-05+). Without a device order the
// first two are one.
enum class mesh_form : std::uint8_t { angle_glued, angle, bracket, quoted };
struct mesh {
    mesh_form form = mesh_form::quoted;
    std::optional<std::int64_t> maximal_device; // `maximal_mesh[device_id=3]`
    list<mesh_axis> axes;
    std::variant<std::monostate, iota_order, list<std::int64_t>> device_order;

    bool operator==(const mesh&) const = default;
};

// `replica_groups=`: lists (always), an iota (2024-07-16+), axes of a mesh (2025-12-16+).
struct mesh_groups {
    ast::mesh mesh;
    list<axis> axes;

    bool operator==(const mesh_groups&) const = default;
};
struct replica_groups {
    std::variant<list<list<std::int64_t>>, iota_tiles, mesh_groups> form;

    bool operator==(const replica_groups&) const = default;
};

// What the last tile dimensions hold; `maximul` is the spelling of maximal until 2025-08-07.
enum class subgroup : std::uint8_t { manual, maximal, maximul, replicated, unreduced, error_type };
BALLAST_API std::string_view spelling(subgroup x);
// The subgroup that is spelled so; one of the spellings.
BALLAST_API subgroup subgroup_of(std::string_view spelling);
enum class reduction : std::uint8_t { none, max, min };

struct replicated_sharding {
    bool operator==(const replicated_sharding&) const = default;
};
struct manual_sharding {
    bool operator==(const manual_sharding&) const = default;
};
struct unknown_sharding {
    bool operator==(const unknown_sharding&) const = default;
};
struct unreduced_sharding {
    ast::reduction reduction = reduction::none; // 2026-08-10+

    bool operator==(const unreduced_sharding&) const = default;
};
struct maximal_sharding {
    std::int64_t device = 0;

    bool operator==(const maximal_sharding&) const = default;
};
// A form that XLA did not have when this was written: its text, which begins with a word that no known form begins
// with.
struct unlisted_sharding {
    std::string_view text;

    bool operator==(const unlisted_sharding&) const = default;
};
struct tiled_sharding {
    std::variant<iota_tiles, list<std::int64_t>> devices; // an iota, or listed
    list<std::int64_t> dimensions;                        // of a listed tiling; empty beside an iota, which has its own
    bool last_tile_dim_replicate = false;
    list<subgroup> last_tile_dims;

    bool operator==(const tiled_sharding&) const = default;
};

// A dimension of a named sharding: `{'x', ?}`.
struct dimension_axes {
    list<axis> axes;
    bool open = false;

    bool operator==(const dimension_axes&) const = default;
};
struct named_sharding {
    ast::mesh mesh;
    enum class body : std::uint8_t { nothing, replicated, manual, unreduced, dimensions };
    body what = body::nothing;
    ast::reduction reduction = reduction::none; // of `unreduced`
    list<axis> unreduced_axes;                  // behind the bare word or `unreduced=`
    list<dimension_axes> dimensions;
    list<axis> replicated_axes;
    list<axis> manual_axes; // 2026-01-14+

    bool operator==(const named_sharding&) const = default;
};

struct sharding;
struct tuple_sharding {
    list<sharding> elements;

    friend bool operator==(const tuple_sharding& a, const tuple_sharding& b);
};

// `shard_as 1`, `shard_like 1` (2023-08-31+).
struct shard_group {
    bool like = false;
    std::int64_t id = 0;

    bool operator==(const shard_group&) const = default;
};

struct sharding {
    std::variant<tuple_sharding, replicated_sharding, manual_sharding, unknown_sharding, unreduced_sharding,
                 maximal_sharding, tiled_sharding, unlisted_sharding, box<named_sharding>>
        form;
    std::optional<shard_group> group;
    list<ast::metadata> metadata; // 2021-01-12+
    // `, metadata={{…}}`, as named shardings print them, also on `{replicated}` and `{unreduced}` since 2026-08-10.
    bool comma_before_metadata = false;

    bool operator==(const sharding&) const = default;
};
inline bool operator==(const tuple_sharding& a, const tuple_sharding& b) { return a.elements == b.elements; }

} // namespace ballast::inline v0::ast
