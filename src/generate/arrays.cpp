#include "generate/program.hpp"

#include <algorithm>
#include <iterator>

namespace ballast::generate {

namespace {

using tiles = std::vector<std::vector<std::int64_t>>;

// Tiles as on padded backends: a row of 512 bytes for one dimension, otherwise several rows of 128 elements, in pairs
// for elements of two bytes.
tiles tiles_of(const std::vector<std::int64_t>& minor_to_major, std::int64_t bytes)
{
    if (minor_to_major.size() < 2) return {{512 / bytes}};
    const auto rows = minor_to_major[1];
    tiles result{{rows <= 2 ? rows : 8, 128}};
    if (bytes == 2 && rows > 2) result.push_back({2, 1});
    return result;
}

} // namespace

program::sized_shape program::array_of(ast::element_kind kind, const std::vector<ast::dimension>& dimensions,
                                       const std::vector<std::int64_t>& order, bool tiled)
{
    sized_shape made;
    made.shape.type.kind = kind;
    made.shape.dimensions = memory_.make_list(std::span<const ast::dimension>(dimensions));
    const auto each = ast::bits(kind) / 8;
    made.bytes = each;
    for (const auto& d : dimensions) made.bytes *= d.size;
    made.room = made.bytes;
    if (dimensions.empty() && !tiled) return made;
    ast::layout layout{memory_.make_list(std::span<const std::int64_t>(order)), {}};
    if (tiled) {
        std::vector<std::int64_t> sizes;
        for (const auto d : order) sizes.push_back(dimensions[static_cast<std::size_t>(d)].size);
        std::vector<ast::tile> printed;
        const auto all = tiles_of(sizes, each);
        for (const auto& tile : all) {
            std::vector<ast::tile_dimension> sides;
            for (const auto side : tile) sides.push_back({side});
            printed.push_back({memory_.make_list(std::span<const ast::tile_dimension>(sides))});
        }
        ast::layout_suffixes suffixes;
        suffixes.tiles = memory_.make_list(std::span<const ast::tile>(printed));
        layout.suffixes = memory_.make(suffixes);
        // The first tile has space for pairs of rows.
        const auto& first = all.front();
        sizes.resize(std::max(sizes.size(), first.size()), 1);
        for (std::size_t i = 0; i < first.size(); ++i) {
            const auto side = first[first.size() - 1 - i];
            sizes[i] = (sizes[i] + side - 1) / side * side;
        }
        made.room = each;
        for (const auto size : sizes) made.room *= size;
    }
    made.shape.layout = layout;
    return made;
}

// The same array in another memory space.
program::sized_shape program::in_space(sized_shape array, std::int64_t color)
{
    array.color = color;
    auto layout = array.shape.layout ? *array.shape.layout : ast::layout{};
    auto suffixes = layout.suffixes ? *layout.suffixes : ast::layout_suffixes{};
    suffixes.memory_space = color;
    layout.suffixes = memory_.make(suffixes);
    array.shape.layout = layout;
    return array;
}

void program::draw_shapes()
{
    auto& from = *from_;
    using kind = ast::element_kind;
    constexpr kind kinds[] = {kind::f32, kind::s32, kind::bf16, kind::pred, kind::f64, kind::u8, kind::c64};
    constexpr std::int64_t sizes[] = {8, 1, 2, 3, 16, 64, 128, 300, 1024};
    std::optional<number> tiled;
    for (auto count = 3 + from.below(14); count != 0; --count) {
        const auto type = kinds[from.below(std::size(kinds))];
        std::vector<ast::dimension> dimensions;
        std::vector<std::int64_t> order;
        bool fixed = true;
        for (auto rank = from.below(4); rank != 0; --rank) {
            const auto size = sizes[from.below(std::size(sizes))];
            const bool bounded = from.chance(12);
            if (bounded) fixed = false; // its sizes are stored with it
            dimensions.push_back({size, bounded ? ast::dimension_kind::bounded : ast::dimension_kind::fixed});
            order.insert(order.begin() + (from.chance(6) ? static_cast<std::ptrdiff_t>(order.size()) : 0),
                         static_cast<std::int64_t>(order.size()));
        }
        const bool tile = padded_ && fixed && !from.chance(6);
        if (tile) tiled = static_cast<number>(shapes_.size());
        shapes_.push_back(array_of(type, dimensions, order, tile));
    }
    if (padded_ && !tiled) {
        tiled = static_cast<number>(shapes_.size());
        shapes_.push_back(array_of(kind::f32, {{16}, {256}}, {1, 0}, true));
    }
    common_shapes_ = shapes_.size();
    first_shape_ = tiled.value_or(0);
    const auto one = [&](const sized_shape& made) {
        shapes_.push_back(made);
        return static_cast<number>(shapes_.size()) - 1;
    };
    for (std::size_t i = 0; padded_ && i < common_shapes_; ++i) one(in_space(shapes_[i], 1));
    flag_ = one(array_of(kind::pred, {}, {}, padded_));
    counter_ = one(array_of(kind::s32, {}, {}, padded_));
    const auto context = array_of(kind::u32, {}, {}, false);
    context_ = one(padded_ ? in_space(context, 2) : context);
    near_counter_ = padded_ ? one(in_space(shapes_[counter_], 6)) : counter_;
}

program::number program::any_shape(bool plain)
{
    const auto shape = static_cast<number>(from_->below(common_shapes_));
    return !plain && from_->chance(4) ? moved(shape) : shape;
}

// A shape without bounded dimensions.
program::number program::fixed_shape()
{
    const auto shape = any_shape(true);
    const auto& dimensions = shapes_[shape].shape.dimensions;
    const bool fixed =
        std::ranges::all_of(dimensions, [](const auto& d) { return d.kind == ast::dimension_kind::fixed; });
    return fixed ? shape : counter_;
}

// The same array in the fast memory space, if there is one.
program::number program::moved(number shape) const
{
    return padded_ && shape < common_shapes_ ? shape + static_cast<number>(common_shapes_) : shape;
}

} // namespace ballast::generate
