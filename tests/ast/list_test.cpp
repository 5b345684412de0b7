// Lists are compared by what they hold.
#include "tests/support/support.hpp"

namespace ballast::tests {

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

} // namespace ballast::tests
