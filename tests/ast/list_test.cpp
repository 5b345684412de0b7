// Lists and shared nodes are compared by their contents.
#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

ast::shape array_of(ast::element_kind kind) { return {ast::array_shape{{kind, {}}, {}, {}, false}}; }

} // namespace

TEST(Printing, EqualTextGivesEqualTrees)
{
    const auto text = golden_dump("d18.txt");
    const auto a = accepted(text);
    const auto b = accepted(text);
    EXPECT_EQ(a.dump(), b.dump());
    auto other = text;
    other.replace(other.find("0:p.0\n"), 6, "0:q.0\n");
    const auto c = accepted(other);
    EXPECT_NE(a.dump(), c.dump());
}

// Nodes that lists contain by the million stay small.
TEST(Shared, NodesOfManyLinesAreSmall)
{
    EXPECT_LE(sizeof(ast::value_line), 96U);
    EXPECT_LE(sizeof(ast::used_value), 112U);
    EXPECT_LE(sizeof(ast::instruction), 80U);
    EXPECT_LE(sizeof(ast::metadata), 112U);
    EXPECT_LE(sizeof(ast::operand), 24U);
    EXPECT_LE(sizeof(ast::attribute), 48U);
    EXPECT_LE(sizeof(ast::peak_row), 56U);
}

TEST(Shared, IsADefaultNodeAtFirst)
{
    EXPECT_EQ(ast::value_line{}.shape, ast::shape{});
    EXPECT_EQ(*ast::metadata{}.rare, ast::rare_metadata{});
}

TEST(Shared, ComparesByValue)
{
    ast::arena memory;
    const auto a = memory.share(array_of(ast::element_kind::f32));
    const auto b = memory.share(array_of(ast::element_kind::f32));
    const auto c = memory.share(array_of(ast::element_kind::s32));
    EXPECT_NE(a.get(), b.get());
    EXPECT_EQ(a, b);
    EXPECT_NE(a, c);
    EXPECT_EQ(a, array_of(ast::element_kind::f32));
    ast::value_line x;
    ast::value_line y;
    x.shape = a;
    y.shape = b;
    EXPECT_EQ(x, y);
    y.shape = c;
    EXPECT_NE(x, y);
}

TEST(Shared, IsUsedAsTheNode)
{
    ast::arena memory;
    ast::value_line line;
    line.shape = memory.share(array_of(ast::element_kind::f32));
    const ast::shape& shape = line.shape;
    EXPECT_TRUE(ast::same_without_layout(line.shape, shape));
    EXPECT_EQ(line.shape->array()->type.kind, ast::element_kind::f32);
}

} // namespace ballast::tests
