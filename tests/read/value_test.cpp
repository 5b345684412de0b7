// Values: their lines and their short names.
#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(Values, LinesAndShortStringsStandAlone)
{
    const auto f = accepted(entry::value, " value: <4 recv-buf{1} (phi) @1> (size=1024,offset=64): f32[256]{0:S(1)}");
    const auto& v = std::get<ast::value_line>(f.node());
    EXPECT_EQ(v.value.id, 4);
    EXPECT_EQ(v.value.name, "recv-buf");
    EXPECT_EQ(list_of(v.value.index), numbers{1});
    EXPECT_TRUE(v.value.phi);
    EXPECT_EQ(v.value.color, 1);
    EXPECT_EQ(v.size, 1024);
    EXPECT_EQ(v.offset, 64);
    EXPECT_EQ(space(v.shape), 1);
    EXPECT_EQ(print(f), " value: <4 recv-buf{1} (phi) @1> (size=1024,offset=64): f32[256]{0:S(1)}");
    prints_back(entry::value, "  pair[1](#8 @0) [64,4]: s32[]");
    prints_back(entry::value, "<12 loop{0} (phi) @0>");
    const auto name = accepted(entry::value, "<0 x @0>");
    EXPECT_TRUE(std::holds_alternative<ast::value_name>(name.node()));
}

} // namespace ballast::tests
