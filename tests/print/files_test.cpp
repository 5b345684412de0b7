// Printing a file that was built in memory.
#include "tests/support/small_dump.hpp"
#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(Printing, NeedsNoSource)
{
    ast::arena memory;
    const auto dump = small_dump(memory);
    const auto text = print(dump);
    EXPECT_EQ(text, "BufferAssignment:\n"
                    "allocation 0: size 64, output shape is |f32[4,4]|, maybe-live-out:\n"
                    " value: <7 sum.1 @0> (size=64,offset=0): f32[4,4]{1,0}\n");
    const auto read = accepted(text);
    EXPECT_EQ(read.dump(), dump);
}

} // namespace ballast::tests
