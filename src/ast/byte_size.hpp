// The bytes of shapes as XLA counts them without padding (`ShapeUtil::ByteSizeOf`).
#pragma once

#include "ballast/ast/shape.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace ballast::ast {

// Products and sums of bytes; -1 if an operand is unknown or the result does not fit.
inline std::int64_t byte_product(std::int64_t a, std::int64_t b)
{
    std::int64_t result = 0;
    return a < 0 || b < 0 || __builtin_mul_overflow(a, b, &result) ? -1 : result;
}

inline std::int64_t bytes_of_bits(std::int64_t elements, std::int64_t bits)
{
    const auto all = byte_product(elements, bits);
    return all < 0 || all > std::numeric_limits<std::int64_t>::max() - 7 ? -1 : (all + 7) / 8;
}

inline std::int64_t element_count(const array_shape& node)
{
    std::int64_t elements = 1;
    for (const auto& d : node.dimensions) {
        if (d.kind == dimension_kind::unbounded) return -1;
        elements = byte_product(elements, d.size);
    }
    return elements;
}

// Bytes of an array of elements below 8 bits if they are packed, as a layout with `E(n)` says; -1 for other element
// types. A shape without layout does not say whether they are packed.
inline std::int64_t packed_byte_size(const array_shape& node)
{
    const auto width = bits(node.type.kind);
    return width > 0 && width < 8 ? bytes_of_bits(element_count(node), width) : -1;
}

// Element types below 8 bits take a byte, unless the layout says otherwise.
inline std::int64_t byte_size(const array_shape& node)
{
    const auto elements = element_count(node);
    if (elements < 0) return -1;
    if (node.type.kind == element_kind::token) return 0;
    if (node.type.kind == element_kind::opaque) return 8;
    const auto width = bits(node.type.kind);
    if (width == 0) return -1;
    if (node.layout && node.layout->suffixes && node.layout->suffixes->element_bits != 0)
        return bytes_of_bits(elements, node.layout->suffixes->element_bits);
    return byte_product(elements, std::max(1, width / 8));
}

// The size with padding on a TPU: the last dimensions in memory are multiples of those of the first tile. -1 if a tile
// combines dimensions. Without tiles there is no padding.
inline std::int64_t tiled_byte_size(const array_shape& node)
{
    const auto* const layout = node.layout ? &*node.layout : nullptr;
    if (!layout || !layout->suffixes || layout->suffixes->tiles.empty()) return byte_size(node);
    const auto& tile = layout->suffixes->tiles[0].dimensions;
    const auto& order = layout->minor_to_major;
    std::int64_t elements = 1;
    for (std::size_t i = 0; i < std::max(order.size(), tile.size()); ++i) {
        std::int64_t size = 1;
        if (i < order.size()) {
            const auto dimension = static_cast<std::size_t>(order[i]);
            if (dimension >= node.dimensions.size()) return -1;
            if (node.dimensions[dimension].kind == dimension_kind::unbounded) return -1;
            size = node.dimensions[dimension].size;
        }
        if (i < tile.size()) {
            const auto& of = tile[tile.size() - 1 - i].size;
            if (!of || *of <= 0) return -1;
            size = byte_product((size + *of - 1) / *of, *of);
        }
        elements = byte_product(elements, size);
    }
    const auto bits_stored = layout->suffixes->element_bits;
    const auto width = bits_stored != 0 ? bits_stored : std::max(8, bits(node.type.kind));
    return bits(node.type.kind) == 0 ? -1 : bytes_of_bits(elements, width);
}

// A tuple is a table of pointers.
inline std::int64_t byte_size(const shape& node)
{
    if (const auto* tuple = node.tuple()) return 8 * static_cast<std::int64_t>(tuple->elements.size());
    if (const auto* array = node.array()) return byte_size(*array);
    return byte_size(std::get<buffer_shape>(node.form).array);
}

} // namespace ballast::ast
