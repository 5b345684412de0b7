// Shapes and layouts, as XLA's shape_util.cc and layout.cc print them.
#pragma once

#include "ballast/ast/unknown_item.hpp"
#include "ballast/export.hpp"
#include "ballast/list.hpp"
#include "ballast/maybe.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace ballast::inline v0::ast {

// Element types, by the spellings that XLA prints. `unknown` is any other spelling, for example of a fork.
enum class element_kind : std::uint8_t {
    unknown,
    pred,
    s1,
    s2,
    s4,
    s8,
    s16,
    s32,
    s64,
    u1,
    u2,
    u4,
    u8,
    u16,
    u32,
    u64,
    f16,
    bf16,
    f32,
    f64,
    c64,
    c128,
    f4e2m1fn,
    f6e2m3fn,
    f6e3m2fn,
    f8e3m4,
    f8e4m3,
    f8e4m3b11fnuz,
    f8e4m3fn,
    f8e4m3fnuz,
    f8e5m2,
    f8e5m2fnuz,
    f8e8m0fnu,
    opaque,
    token,
    primitive_type_invalid,
};

// The spelling of a kind; empty for `unknown`.
BALLAST_API std::string_view spelling(element_kind kind);
// The kind with this spelling, or `unknown`.
BALLAST_API element_kind element_kind_of(std::string_view spelling);
// The width of one element in bits, as XLA counts it; 0 for opaque, token and unknown types.
BALLAST_API int bits(element_kind kind);

// An element type. `other` is the spelling if the kind is unknown.
struct element_type {
    element_kind kind = element_kind::unknown;
    box<std::string_view> other;

    bool operator==(const element_type&) const = default;
    static constexpr auto members(auto m)
    {
        return m("element_type", m("kind", &element_type::kind), m("other", &element_type::other));
    }
};

// `4`, `<=4` (bounded dynamic: size is the bound) or `?` (unbounded dynamic, 2023-11-16+: size is 0).
enum class dimension_kind : std::uint8_t { fixed, bounded, unbounded };
struct dimension {
    std::int64_t size = 0;
    dimension_kind kind = dimension_kind::fixed;

    bool operator==(const dimension&) const = default;
    static constexpr auto members(auto m)
    {
        return m("dimension", m("size", &dimension::size), m("kind", &dimension::kind));
    }
};

// The path from a tuple shape to one of its parts.
using shape_index = list<std::int64_t>;

// One dimension of a tile such as `T(8,128)`. Empty is `*`: combined with the next more minor dimension.
struct tile_dimension {
    maybe<std::int64_t> size;

    bool operator==(const tile_dimension&) const = default;
    static constexpr auto members(auto m) { return m("tile_dimension", m("size", &tile_dimension::size)); }
};
struct tile {
    list<tile_dimension> dimensions;

    bool operator==(const tile&) const = default;
    static constexpr auto members(auto m) { return m("tile", m("dimensions", &tile::dimensions)); }
};

// `D(C+~)`: how a sparse dimension is stored (2022-08-19 to 2025-05-14).
struct dimension_level {
    char letter = 'D'; // D dense, C compressed, S singleton, H loose compressed, ? invalid
    bool non_unique = false;
    bool non_ordered = false;

    bool operator==(const dimension_level&) const = default;
    static constexpr auto members(auto m)
    {
        return m("dimension_level", m("letter", &dimension_level::letter),
                 m("non_unique", &dimension_level::non_unique), m("non_ordered", &dimension_level::non_ordered));
    }
};

// `SC(1:16,32)` (2024-02-26+).
struct split {
    std::int64_t dimension = 0;
    list<std::int64_t> indices;

    bool operator==(const split&) const = default;
    static constexpr auto members(auto m)
    {
        return m("split", m("dimension", &split::dimension), m("indices", &split::indices));
    }
};

// The type of a sparse array's `#()` index or `*()` pointer: integral, or empty for `invalid`.
struct auxiliary_type {
    std::optional<element_kind> kind;

    bool operator==(const auxiliary_type&) const = default;
    static constexpr auto members(auto m) { return m("auxiliary_type", m("kind", &auxiliary_type::kind)); }
};

struct shape;

// What follows the colon of a layout. At least one member is present.
struct layout_suffixes {
    list<dimension_level> levels;               // D
    list<tile> tiles;                           // T
    maybe<std::int64_t> tail_padding_alignment; // L, in elements, never 1
    std::optional<auxiliary_type> index_type;   // #
    std::optional<auxiliary_type> pointer_type; // *
    std::int64_t element_bits = 0;              // E, 0: not printed
    std::int64_t memory_space = 0;              // S, 0: not printed
    list<split> splits;                         // SC
    box<shape> physical_shape;                  // P
    std::int64_t dynamic_metadata_bytes = 0;    // M, 0: not printed
    list<unknown_item> unknown_items;
    maybe<std::int64_t> max_sparse_elements; // `sparse{5}` instead of all other members, until 2020-01-02

    bool operator==(const layout_suffixes&) const = default;
    static constexpr auto members(auto m)
    {
        return m("layout_suffixes", m("levels", &layout_suffixes::levels), m("tiles", &layout_suffixes::tiles),
                 m("tail_padding_alignment", &layout_suffixes::tail_padding_alignment),
                 m("index_type", &layout_suffixes::index_type), m("pointer_type", &layout_suffixes::pointer_type),
                 m("element_bits", &layout_suffixes::element_bits), m("memory_space", &layout_suffixes::memory_space),
                 m("splits", &layout_suffixes::splits), m("physical_shape", &layout_suffixes::physical_shape),
                 m("dynamic_metadata_bytes", &layout_suffixes::dynamic_metadata_bytes),
                 m("unknown_items", &layout_suffixes::unknown_items),
                 m("max_sparse_elements", &layout_suffixes::max_sparse_elements));
    }
};

struct layout {
    list<std::int64_t> minor_to_major; // a permutation of 0..rank-1
    box<layout_suffixes> suffixes;

    bool operator==(const layout&) const = default;
    static constexpr auto members(auto m)
    {
        return m("layout", m("minor_to_major", &layout::minor_to_major), m("suffixes", &layout::suffixes));
    }
};

struct array_shape {
    element_type type;
    list<dimension> dimensions;
    std::optional<ast::layout> layout;
    // `f32[]invalid{}`: a scalar without layout, until 2022-08-16.
    bool invalid_layout = false;

    bool operator==(const array_shape&) const = default;
    static constexpr auto members(auto m)
    {
        return m("array_shape", m("type", &array_shape::type), m("dimensions", &array_shape::dimensions),
                 m("layout", &array_shape::layout), m("invalid_layout", &array_shape::invalid_layout));
    }
};

struct tuple_shape {
    list<shape> elements;

    friend BALLAST_API bool operator==(const tuple_shape& a, const tuple_shape& b);
    static constexpr auto members(auto m) { return m("tuple_shape", m("elements", &tuple_shape::elements)); }
};

// `b(f32[8]{0})` (2025-05-12+).
struct buffer_shape {
    array_shape array;

    bool operator==(const buffer_shape&) const = default;
    static constexpr auto members(auto m) { return m("buffer_shape", m("array", &buffer_shape::array)); }
};

struct shape {
    std::variant<array_shape, tuple_shape, buffer_shape> form;

    bool operator==(const shape&) const = default;

    [[nodiscard]] bool is_tuple() const { return std::holds_alternative<tuple_shape>(form); }
    [[nodiscard]] const array_shape* array() const { return std::get_if<array_shape>(&form); }
    [[nodiscard]] const tuple_shape* tuple() const { return std::get_if<tuple_shape>(&form); }
    static constexpr auto members(auto m) { return m("shape", m("form", &shape::form)); }
};

// The part of `whole` at `index`, or null if there is no such part.
BALLAST_API const shape* subshape(const shape& whole, const shape_index& index);
// True if both shapes are equal apart from their layouts.
BALLAST_API bool same_without_layout(const shape& a, const shape& b);

} // namespace ballast::inline v0::ast
