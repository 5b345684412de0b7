// Checks of the stack-trace tree, row by row.
#include "rules/stack_trace.hpp"
#include "tests/support/well_formed.hpp"

namespace ballast::tests {

namespace {

ast::stack_row row(std::int64_t depth, ast::branch branch, std::int64_t total = 8, std::int64_t current = 0,
                   std::int64_t remaining = 0)
{
    return {depth, branch, "x", 1000, total, current, remaining};
}

// The finding in a whole tree.
std::optional<finding_id> fault_of(const std::vector<ast::stack_row>& rows)
{
    ast::arena memory;
    return id_of(rules::check_stack_trace({8, memory.make_list(std::span<const ast::stack_row>(rows))}));
}

} // namespace

TEST(StackTreeRule, GrowsByOneLevel)
{
    using enum ast::branch;
    rules::stack_tree tree;
    EXPECT_EQ(id_of(tree.row(row(1, last))), finding_id::stack_depth);
    EXPECT_FALSE(tree.row(row(0, top)));
    EXPECT_FALSE(tree.row(row(1, last)));
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
    EXPECT_FALSE(tree.row(row(1, last), {false}, 50));
    // Another top-level node: there should be a rail since the row at 20.
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
    const auto missing = empty.end(8);
    EXPECT_EQ(id_of(missing), finding_id::stack_end);
    EXPECT_EQ(missing->part, 0U) << "it is about the whole trace";
    rules::stack_tree promised;
    EXPECT_FALSE(promised.row(row(0, top, 8, 0, 8)));
    EXPECT_FALSE(promised.row(row(1, inner, 5, 5, 3), 70));
    const auto fault = promised.end(8);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->id, finding_id::stack_end);
    EXPECT_EQ(fault->at, 70);
}

// First a computation, then a variable or a whole label: the first two are printed, and only the last has bytes of its
// own.
TEST(StackTreeRule, KnowsWhatIsAtTheTop)
{
    using enum ast::branch;
    EXPECT_EQ(fault_of({row(0, top), row(1, last, 8, 8)}), std::nullopt);
    EXPECT_EQ(fault_of({row(0, top, 8, 8)}), finding_id::stack_top);
    EXPECT_EQ(fault_of({row(0, top, 8, 1), row(1, last, 7, 7)}), finding_id::stack_top);
    EXPECT_EQ(fault_of({row(0, top)}), finding_id::stack_top);
    EXPECT_EQ(fault_of({row(0, top), row(1, last, 4, 4), row(1, last, 4, 4)}), finding_id::stack_rails);
    EXPECT_EQ(fault_of({row(0, top), row(1, inner, 4, 4)}), finding_id::stack_rails);
    EXPECT_EQ(fault_of({row(0, top), row(1, inner, 4, 4), row(0, top), row(1, last, 4, 4)}), finding_id::stack_rails);
}

// A node without a label prints no line: its bytes are missing, and the line that a branch before it promised.
TEST(StackTreeRule, AllowsNodesWithoutALabelBelow)
{
    using enum ast::branch;
    const auto under = [](const std::vector<ast::stack_row>& rows) {
        std::vector<ast::stack_row> all{row(0, top), row(1, last)}; // 8 bytes, none of them its own
        all.insert(all.end(), rows.begin(), rows.end());
        return fault_of(all);
    };
    EXPECT_EQ(under({}), std::nullopt);                                       // an only child, without children
    EXPECT_EQ(under({row(2, inner, 5, 5)}), std::nullopt);                    // the last child, without children
    EXPECT_EQ(under({row(2, inner, 8, 8)}), finding_id::stack_rails);         // no bytes are left for it
    EXPECT_EQ(under({row(2, last, 5, 5)}), std::nullopt);                     // before the last child
    EXPECT_EQ(under({row(2, last, 4, 4), row(2, last, 4, 4)}), std::nullopt); // with a child of its own
    EXPECT_EQ(under({row(2, last, 4, 4), row(2, inner, 2, 2)}), finding_id::stack_rails); // after it others follow
    EXPECT_EQ(under({row(2, last, 4, 4), row(2, inner, 2, 2), row(2, last, 2, 2)}), std::nullopt);
    EXPECT_EQ(under({row(2, last, 8, 0), row(3, inner, 5, 5)}), std::nullopt); // one level deeper
}

// Numbers that no tree has do not overflow.
TEST(StackTreeRule, TakesAnyNumbers)
{
    using enum ast::branch;
    EXPECT_EQ(fault_of({row(0, top, INT64_MAX), row(1, inner, INT64_MAX, INT64_MIN), row(1, last, INT64_MAX)}),
              std::nullopt);
    EXPECT_EQ(fault_of({row(0, top, INT64_MIN), row(1, last, INT64_MAX), row(2, inner, INT64_MAX)}),
              finding_id::stack_rails);
}

} // namespace ballast::tests
