// Trees and the memory they are in.
#include "tests/support/small_dump.hpp"
#include "tests/support/support.hpp"

#include <utility>

namespace ballast::tests {

TEST(Printing, TreesOutliveAMoveOfTheirArena)
{
    ast::arena first;
    const auto dump = small_dump(first);
    const auto text = print(dump);
    ast::arena second = std::move(first);
    ast::arena third;
    third = std::move(second);
    EXPECT_EQ(print(dump), text);
}

} // namespace ballast::tests
