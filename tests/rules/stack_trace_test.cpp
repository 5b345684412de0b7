// The tree, row by row.
#include "rules/stack_trace.hpp"
#include "tests/support/well_formed.hpp"

namespace ballast::tests {

namespace {

ast::stack_row row(std::int64_t depth, ast::branch branch, std::int64_t remaining = 0)
{
    ast::stack_row result;
    result.depth = depth;
    result.branch = branch;
    result.label = "x";
    result.remaining = remaining;
    return result;
}

} // namespace

TEST(StackTreeRule, GrowsByOneLevel)
{
    using enum ast::branch;
    rules::stack_tree tree;
    EXPECT_EQ(id_of(tree.row(row(1, last))), finding_id::stack_depth);
    EXPECT_FALSE(tree.row(row(0, top)));
    EXPECT_FALSE(tree.row(row(1, inner)));
    EXPECT_EQ(id_of(tree.row(row(3, last))), finding_id::stack_depth);
    EXPECT_EQ(id_of(tree.row(row(0, last))), finding_id::stack_depth);
    EXPECT_EQ(id_of(tree.row(row(1, top))), finding_id::stack_depth);
    EXPECT_FALSE(tree.end(0));
}

TEST(StackTreeRule, WantsRailsUnderNodesWithALaterSibling)
{
    using enum ast::branch;
    rules::stack_tree tree;
    EXPECT_FALSE(tree.row(row(0, top), {}, 10));
    EXPECT_FALSE(tree.row(row(1, inner), {false}, 20));
    EXPECT_EQ(id_of(tree.row(row(2, last), {false, false}, 30)), finding_id::stack_rails);
    EXPECT_FALSE(tree.row(row(2, last), {false, true}, 40));
    EXPECT_EQ(id_of(tree.row(row(1, last), {true}, 50)), finding_id::stack_rails);
    // Another top-level node: there should have been a rail since the row at 20.
    const auto fault = tree.row(row(0, top), {}, 60);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->id, finding_id::stack_rails);
    EXPECT_EQ(fault->at, 20);
}

TEST(StackTreeRule, NoticesATreeThatWasCutOff)
{
    using enum ast::branch;
    rules::stack_tree empty;
    EXPECT_FALSE(empty.end(0));
    EXPECT_EQ(id_of(empty.end(8)), finding_id::stack_end);
    rules::stack_tree promised;
    EXPECT_FALSE(promised.row(row(0, top, 8)));
    EXPECT_FALSE(promised.row(row(1, inner, 8), 70));
    const auto fault = promised.end(8);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->id, finding_id::stack_end);
    EXPECT_EQ(fault->at, 70);
}

} // namespace ballast::tests
