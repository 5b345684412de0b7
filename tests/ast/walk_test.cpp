// Walking over every node of a tree.
#include "ballast/ast/walk.hpp"

#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(Walks, MeetEveryNode)
{
    const auto read = accepted(golden_dump("d16.txt"));
    const auto& dump = read.dump();
    std::size_t values = 0;
    std::size_t shapes = 0;
    std::size_t nodes = 0;
    ast::for_each_node(dump, [&](const auto& node) {
        using type = std::decay_t<decltype(node)>;
        ++nodes;
        if constexpr (std::is_same_v<type, ast::value_line>) ++values;
        if constexpr (std::is_same_v<type, ast::shape>) ++shapes;
    });
    std::size_t expected = 0;
    for (const auto& a : dump.allocations) expected += a.values.size();
    EXPECT_EQ(values, expected);
    EXPECT_GE(shapes, values);
    // If `f` returns false for an allocation, nothing below it is visited.
    std::size_t met = 0;
    ast::for_each_node(dump, [&](const auto& node) {
        ++met;
        return !std::is_same_v<std::decay_t<decltype(node)>, ast::allocation>;
    });
    EXPECT_LT(met, nodes - values);
}

} // namespace ballast::tests
