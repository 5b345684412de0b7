// Live ranges: the schedule, the ranges, and the peak.
#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(LiveRanges, HoldScheduleAndRanges)
{
    const auto read = accepted(golden_dump("d19_live_range.txt"));
    const auto& ranges = *read.dump().ranges();
    EXPECT_EQ(ranges.max, 9);
    ASSERT_EQ(ranges.sequence.size(), 9U);
    EXPECT_EQ(ranges.sequence[3].number, 3);
    EXPECT_EQ(ranges.sequence[3].name, "bcast.2");
    ASSERT_EQ(ranges.rows.size(), 9U);
    EXPECT_EQ(ranges.rows[2].name, "p.1");
    EXPECT_EQ(list_of(ranges.rows[2].index), numbers{0});
    EXPECT_EQ(ranges.rows[4].start, 3);
    EXPECT_EQ(ranges.rows[4].end, 4);
}

TEST(LiveRanges, PeakRowsGrewWithTime)
{
    const auto first_row = [](const std::string& name) {
        const auto read = accepted(golden_dump(name));
        const auto& peak = std::get<ast::peak>(read.dump().ranges()->summary);
        const auto& row = peak.rows[0];
        EXPECT_EQ(row.bytes, 512) << name;
        return std::pair{row.index.has_value(), row.cumulative.has_value()};
    };
    EXPECT_EQ(first_row("d14.txt"), std::pair(false, false));
    EXPECT_EQ(first_row("d15.txt"), std::pair(true, false));
    EXPECT_EQ(first_row("d16.txt"), std::pair(true, true));
}

TEST(LiveRanges, EveryMomentWasListedOnce)
{
    const auto read = accepted(golden_dump("d7.txt"));
    const auto& moments = std::get<ast::every_moment>(read.dump().every_moment->summary).rows;
    ASSERT_EQ(moments.size(), 9U);
    EXPECT_EQ(moments[4].moment, 4);
    EXPECT_EQ(moments[4].bytes, 1584);
    ASSERT_EQ(moments[4].names.size(), 6U);
    EXPECT_EQ(moments[4].names[5], "add.3");
}

TEST(LiveRanges, MayBeUnboundedOrAbsent)
{
    const auto unbounded = accepted(golden_dump("d23_live_range.txt"));
    EXPECT_TRUE(std::holds_alternative<ast::unbounded_peak>(unbounded.dump().ranges()->summary));
    const auto absent = accepted(golden_dump("d20_live_range_not_available.txt"));
    EXPECT_EQ(absent.dump().ranges(), nullptr);
    EXPECT_TRUE(std::holds_alternative<ast::live_range_not_available>(absent.dump().live_range));
}

// It is a text of a log; as a file it would be truncated.
TEST(LiveRanges, OfLogsMayEndWithoutAPeak)
{
    const std::string text =
        "HloLiveRange (max 1):\n  InstructionSequence:\n    0:a\n  BufferLiveRange:\n    a{}:0-1\n";
    const auto read = parse(text, {.live_range_optional = true});
    ASSERT_TRUE(read.accepted()) << read.findings.front().message.text();
    EXPECT_EQ(std::get<ast::peak>(read.value->dump().ranges()->summary).moment, -1);
    EXPECT_EQ(print(*read.value), text);
    const auto refused = parse(text);
    ASSERT_FALSE(refused.accepted());
    EXPECT_EQ(refused.findings.front().id, finding_id::missing_peak_rows);
    EXPECT_EQ(refused.findings.front().begin, static_cast<std::int64_t>(text.size()));
    // Before 2026-04-03 XLA had no file for them.
    const auto bare = text + "  Live ranges at 0 (peak):\n    a: 4 bytes\n";
    EXPECT_TRUE(parse(bare, {.live_range_optional = true}).accepted());
    EXPECT_EQ(parse(bare).findings.front().id, finding_id::mixed_eras);
}

} // namespace ballast::tests
