// Checks of layouts against shapes, and of index marks.
#include "rules/shape.hpp"
#include "tests/support/well_formed.hpp"

namespace ballast::tests {

namespace {

ast::array_shape matrix(ast::arena& memory)
{
    ast::array_shape shape;
    shape.type.kind = ast::element_kind::f32;
    shape.dimensions = memory.make_list<ast::dimension>({{2, {}}, {3, {}}});
    shape.layout.emplace().minor_to_major = memory.make_list<std::int64_t>({1, 0});
    return shape;
}

} // namespace

TEST(LayoutRule, OrdersEachDimensionOnce)
{
    ast::arena memory;
    auto shape = matrix(memory);
    EXPECT_EQ(only(well_formed(ast::shape{shape})), std::nullopt);
    shape.layout->minor_to_major = memory.make_list<std::int64_t>({1});
    EXPECT_EQ(only(well_formed(ast::shape{shape})), finding_id::layout_rank);
    for (const std::int64_t wrong : {0, 2, -1}) {
        shape.layout->minor_to_major = memory.make_list<std::int64_t>({0, wrong});
        EXPECT_EQ(only(well_formed(ast::shape{shape})), finding_id::layout_rank) << wrong;
    }
}

TEST(LayoutRule, HoldsForManyDimensions)
{
    ast::layout layout;
    std::vector<std::int64_t> order(200);
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(order.size() - 1 - i);
    layout.minor_to_major = {order.data(), order.size()};
    EXPECT_FALSE(rules::check_layout(layout, 200));
    order[7] = order[130];
    EXPECT_TRUE(rules::check_layout(layout, 200));
    order[7] = 200;
    EXPECT_TRUE(rules::check_layout(layout, 200));
}

TEST(LayoutRule, SplitsOnlyDimensionsOfTheShape)
{
    ast::arena memory;
    auto shape = matrix(memory);
    const auto with = [&](std::int64_t dimension) {
        ast::layout_suffixes suffixes;
        suffixes.splits = memory.make_list<ast::split>({{dimension, memory.make_list<std::int64_t>({1})}});
        shape.layout->suffixes = memory.make(suffixes);
        return only(well_formed(ast::shape{shape}));
    };
    EXPECT_EQ(with(0), std::nullopt);
    EXPECT_EQ(with(1), std::nullopt);
    EXPECT_EQ(with(2), finding_id::split_dimension);
    EXPECT_EQ(refused(entry::shape, "f32[2]{0:SC(7:1)}").id, finding_id::split_dimension);
    EXPECT_EQ(refused(entry::layout, "{0:SC(7:1)}").id, finding_id::split_dimension);
    EXPECT_EQ(refused(entry::shape, "f32[2]{0:SC(7:1)P(f32[2]{0:SC(0:1)})}").begin, 9);
}

TEST(LayoutRule, LooksIntoTuplesAndPhysicalShapes)
{
    ast::arena memory;
    auto inner = matrix(memory);
    inner.layout->minor_to_major = memory.make_list<std::int64_t>({1, 1});
    const auto tuple = memory.make_list<ast::shape>({{inner}});
    EXPECT_EQ(only(well_formed(ast::shape{ast::tuple_shape{tuple}})), finding_id::layout_rank);
    EXPECT_EQ(only(well_formed(ast::shape{ast::buffer_shape{inner}})), finding_id::layout_rank);
    auto outer = matrix(memory);
    ast::layout_suffixes suffixes;
    suffixes.physical_shape = memory.make(ast::shape{inner});
    outer.layout->suffixes = memory.make(suffixes);
    EXPECT_EQ(only(well_formed(ast::shape{outer})), finding_id::layout_rank);
}

TEST(MarkRule, WantsTheIndexOfEveryFifthElement)
{
    EXPECT_FALSE(rules::check_index_mark(5, 5));
    EXPECT_FALSE(rules::check_index_mark(5, {}));
    EXPECT_TRUE(rules::check_index_mark(5, 10));
    EXPECT_TRUE(rules::check_index_mark(4, 4));
}

} // namespace ballast::tests
