// Statistics on their own and in an out-of-memory report.
#include "tests/support/support.hpp"

namespace ballast::tests {

using unit = ast::size_unit;

TEST(Statistics, StandAlone)
{
    const auto read = accepted(golden_dump("statistics.txt"));
    const auto* const statistics = read.statistics();
    ASSERT_TRUE(statistics);
    EXPECT_EQ(read.oom_report(), nullptr);
    EXPECT_EQ(statistics->parameter, (ast::human_size{512, unit::bytes}));
    EXPECT_EQ(statistics->total, (ast::human_size{512, unit::bytes}));
    ASSERT_TRUE(statistics->temp_fragmentation);
    EXPECT_EQ(statistics->temp_fragmentation->size, (ast::human_size{12, unit::bytes}));
    EXPECT_EQ(statistics->temp_fragmentation->percent, ast::percent_hundredths(ast::infinite{}));
    EXPECT_EQ(statistics->total_fragmentation->percent, ast::percent_hundredths(std::int64_t{234}));
}

TEST(Statistics, AreRefusedWithOtherBlanks)
{
    auto text = golden_dump("statistics.txt");
    text.replace(text.find("      512B"), 10, "     512B");
    const auto fault = refused(text);
    EXPECT_EQ(fault.id, finding_id::oom_report);
    EXPECT_EQ(fault.message, "expected a size in 10 columns, found `     512B`");
}

} // namespace ballast::tests
