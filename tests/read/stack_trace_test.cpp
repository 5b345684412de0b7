// The tree under the peak: depths, glyphs, labels that look like anything.
#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(StackTraces, RowsHoldWhatTheyShow)
{
    const auto read = accepted(golden_dump("unusual_trees.txt"));
    const auto& peak = std::get<ast::peak>(read.dump().ranges()->summary);
    const auto& tree = *peak.stack_trace;
    EXPECT_EQ(tree.total, 1053191);
    ASSERT_EQ(tree.rows.size(), 9U);
    EXPECT_EQ(tree.rows[0], (ast::stack_row{0, ast::branch::top, "main.4", 1000, 1052679, 0, 1053191}));
    EXPECT_EQ(tree.rows[1],
              (ast::stack_row{1, ast::branch::inner, "jit(f (x)) (12.5%, b)", 996, 1048576, 1048576, 4615}));
    EXPECT_EQ(tree.rows[3].label, "größe/ä");
    EXPECT_EQ(tree.rows[3].depth, 2);
    EXPECT_EQ(tree.rows[5], (ast::stack_row{3, ast::branch::last, "two", 2, 2048, 2048, 519}));
    EXPECT_EQ(tree.rows[7].branch, ast::branch::top);
}

TEST(StackTraces, CameAfterD16)
{
    const auto read = accepted(golden_dump("d16.txt"));
    EXPECT_FALSE(std::get<ast::peak>(read.dump().ranges()->summary).stack_trace);
}

} // namespace ballast::tests
