#include "ast/known_items.hpp"
#include "generate/nodes.hpp"

namespace ballast::generate {

ast::element_type nodes::type()
{
    if (unknown(14)) return {ast::element_kind::unknown, memory_.make(pick({"goldilocks", "my_type8"}))};
    constexpr auto last = static_cast<std::int64_t>(ast::element_kind::f8e8m0fnu);
    const auto first = static_cast<std::int64_t>(ast::element_kind::f32);
    const auto kind = static_cast<ast::element_kind>(1 + (first - 1 + below(last)) % last);
    return {prints(kind) ? kind : ast::element_kind::f32, {}};
}

ast::shape nodes::shape(int depth, bool layouts)
{
    const auto choice = below(12);
    if (depth > 0 && choice >= 10) return {ast::tuple_shape{many(0, 7, [&] { return shape(depth - 1, layouts); })}};
    if (choice == 9 && can(feature::buffer_shape)) return {ast::buffer_shape{array(depth, layouts)}};
    if (choice == 8) {
        ast::array_shape bare;
        bare.type.kind = chance(2) ? ast::element_kind::token : ast::element_kind::opaque;
        return {bare};
    }
    return {array(depth, layouts)};
}

ast::array_shape nodes::array(int depth, bool layouts)
{
    ast::array_shape result;
    result.type = type();
    std::vector<ast::dimension> dimensions;
    for (auto rank = below(4); rank != 0; --rank) {
        auto kind = ast::dimension_kind::fixed;
        if (chance(8)) kind = ast::dimension_kind::bounded;
        if (chance(10, feature::unbounded_dimension)) kind = ast::dimension_kind::unbounded;
        dimensions.push_back({kind == ast::dimension_kind::unbounded ? 0 : number(), kind});
    }
    result.dimensions = list(dimensions);
    if (!layouts) return result;
    if (readable() && dimensions.empty()) return result;
    if (dimensions.empty() && chance(8, feature::invalid_layout)) {
        result.invalid_layout = true;
    } else if (chance(16, feature::sparse_layout)) {
        ast::layout_suffixes sparse;
        sparse.max_sparse_elements = number();
        result.layout = ast::layout{{}, memory_.make(sparse)};
    } else if (!dimensions.empty() || chance(3)) {
        result.layout = layout(dimensions.size(), depth);
    }
    return result;
}

ast::layout nodes::layout(std::size_t rank, int depth)
{
    ast::layout result;
    std::vector<std::int64_t> order;
    for (std::size_t i = 0; i < rank; ++i)
        order.insert(order.begin() + below(static_cast<std::int64_t>(i) + 1), static_cast<std::int64_t>(i));
    result.minor_to_major = list(order);
    if (rank == 0 || chance(3)) result.suffixes = memory_.make(suffixes(rank, depth));
    return result;
}

ast::auxiliary_type nodes::auxiliary()
{
    if (!readable() && chance(4, feature::invalid_type)) return {};
    const bool natural = readable(); // as XLA's parser expects
    const auto first = static_cast<std::int64_t>(natural ? ast::element_kind::u1 : ast::element_kind::s1);
    const auto kind = static_cast<ast::element_kind>(first + below(natural ? 7 : 14));
    return {prints(kind) ? kind : natural ? ast::element_kind::u32 : ast::element_kind::s32};
}

ast::dimension_level nodes::level()
{
    ast::dimension_level result{"DCS"[below(3)], chance(3, feature::level_marks), chance(3, feature::level_marks)};
    if (chance(4, feature::loose_levels)) result.letter = 'H';
    if (chance(4, feature::invalid_levels)) result.letter = '?';
    return result;
}

ast::layout_suffixes nodes::suffixes(std::size_t rank, int depth)
{
    ast::layout_suffixes x;
    if (rank != 0 && !readable() && chance(4, feature::levels)) {
        const bool dense = can(feature::dense_levels);
        auto count = dense ? 0 : 1; // levels that are not dense come first
        x.levels = many(static_cast<std::int64_t>(rank), static_cast<std::int64_t>(rank), [&] {
            auto result = level();
            if (count-- == 1 && result.letter == 'D') result.letter = 'C';
            return result;
        });
    }
    if (chance(2))
        x.tiles = many(1, 3, [&] {
            return ast::tile{
                many(0, 3, [&] { return ast::tile_dimension{chance(4) ? std::nullopt : std::optional(number())}; })};
        });
    if (chance(5, feature::tail_padding)) x.tail_padding_alignment = 2 + below(100);
    if (chance(5, feature::sparse_types)) x.index_type = auxiliary();
    if (chance(5, feature::sparse_types)) x.pointer_type = auxiliary();
    if (chance(4, feature::element_bits)) x.element_bits = 1 + below(16);
    if (chance(3)) x.memory_space = 1 + below(6);
    if (rank != 0 && chance(5, feature::splits))
        x.splits = many(1, 2, [&] { return ast::split{below(static_cast<std::int64_t>(rank)), index()}; });
    if (depth > 0 && !readable() && chance(6, feature::physical_shape))
        x.physical_shape = memory_.make(shape(depth - 1));
    if (chance(5, feature::dynamic_metadata)) x.dynamic_metadata_bytes = 1 + below(64);
    if (unknown(12))
        x.unknown_items = unknown_items(ast::known_items(x), {"X(3)", "SX(0:1)", "TT(8,[2])(4)", "Me(\"a)\")"});
    if (x == ast::layout_suffixes{}) x.memory_space = 1;
    return x;
}

} // namespace ballast::generate
