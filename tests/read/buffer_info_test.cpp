// Buffer tables.
#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(BufferInfo, HasARowForEachValue)
{
    const auto read = accepted(golden_dump("buffer_info.csv"));
    const auto* const info = read.buffer_info();
    ASSERT_TRUE(info);
    ASSERT_EQ(info->rows.size(), 4U);
    const auto& first = info->rows[0];
    EXPECT_EQ(first.id, 3);
    EXPECT_EQ(first.value.id, 3);
    EXPECT_EQ(first.value.name, "sq.1");
    EXPECT_EQ(first.offset, 64);
    EXPECT_EQ(first.size, 128);
    EXPECT_EQ(first.definition_time, 4);
    EXPECT_EQ(first.end_time, 9);
    EXPECT_EQ(first.num_uses, 2);
    EXPECT_EQ((numbers{first.use_times.begin(), first.use_times.end()}), (numbers{5, 9}));
    ASSERT_EQ(first.uses.size(), 2U);
    EXPECT_EQ(first.uses[1].name, "fma.2");
    EXPECT_EQ(first.uses[1].operand, 1);
    EXPECT_TRUE(info->rows[1].uses.empty());
    EXPECT_EQ(list_of(*info->rows[2].uses[0].index), numbers{1});
    EXPECT_TRUE(info->rows[3].value.phi);
    EXPECT_EQ(list_of(*info->rows[3].uses[1].index), numbers{});
}

TEST(BufferInfo, EndsWithALine)
{
    auto text = golden_dump("buffer_info.csv");
    text.pop_back();
    EXPECT_EQ(refused(text).id, finding_id::truncated);
    text.resize(text.rfind('\n') + 1);
    EXPECT_TRUE(parse(text).accepted());
    EXPECT_EQ(refused(text + "5,\"<5 x @0>\", 0").id, finding_id::buffer_info);
}

} // namespace ballast::tests
