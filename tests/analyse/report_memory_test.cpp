// The memory that reports show, without a dump.
#include "ballast/analysis.hpp"
#include "tests/analyse/small_modules.hpp"

#include <fmt/format.h>

#include <map>
#include <string>

namespace ballast::tests {

namespace {

const std::string statistics = "BufferAssignment OOM Debugging.\n"
                               "BufferAssignment stats:\n"
                               "             parameter allocation:    2.00GiB\n"
                               "              constant allocation:         0B\n"
                               "        maybe_live_out allocation:    1.00GiB\n"
                               "     preallocated temp allocation:     1.5KiB\n"
                               "                 total allocation:    2.50GiB\n";

memory_analysis memory_of_report(const std::string& text)
{
    const auto read = accepted(text);
    const document* const files = &read;
    const auto memory = memory_of({&files, 1});
    EXPECT_TRUE(memory);
    return memory.value_or(memory_analysis{});
}

} // namespace

TEST(ReportMemory, OfAnOutOfMemoryReportHasItsTotalsAndPeakBuffers)
{
    const auto of =
        memory_of_report(statistics + "Peak buffers:\n"
                                      "\tBuffer 1:\n\t\tSize: 1.50GiB\n\t\tOperator: op_name=\"jit(f)/jit(main)/add\" "
                                      "source_file=\"/home/me/f.py\" source_line=7\n\t\tXLA Label: fusion\n"
                                      "\t\tShape: f32[402653184]\n\t\t==========================\n\n"
                                      "\tBuffer 2:\n\t\tSize: 1.0KiB\n\t\tEntry Parameter Subshape: f32[256]\n"
                                      "\t\t==========================\n");
    EXPECT_TRUE(of.from_report);
    EXPECT_FALSE(of.ranges);
    ASSERT_EQ(of.spaces.size(), 1U);
    const auto& s = of.spaces[0];
    EXPECT_EQ(s.total, std::int64_t{5} << 29);
    EXPECT_EQ(s.arguments, std::int64_t{2} << 30);
    EXPECT_EQ(s.outputs, std::int64_t{1} << 30);
    EXPECT_EQ(s.temporaries, 1536);
    EXPECT_EQ(s.shared, s.arguments + s.outputs + s.temporaries - s.total);
    ASSERT_EQ(of.holders.size(), 2U);
    const auto first = of.holders[0];
    EXPECT_EQ(first.bytes, std::int64_t{3} << 29);
    EXPECT_EQ(first.is, buffer_class::unknown);
    EXPECT_EQ(first.label, "f/add");
    EXPECT_EQ(first.source, "/home/me/f.py:7");
    EXPECT_EQ(first.shape, "f32[402653184]");
    EXPECT_EQ(first.type, "f32");
    EXPECT_EQ(first.opcode, "fusion");
    EXPECT_EQ(of.holders[1].is, buffer_class::argument);
    EXPECT_EQ(of.holders[1].label, "parameter");
}

// Shared bytes are the difference of rounded sizes.
TEST(ReportMemory, TakesRoundingForNothingShared)
{
    auto text = statistics.substr(statistics.find("BufferAssignment stats:"));
    text.replace(text.find("2.50GiB"), 7, "2.99GiB");
    EXPECT_EQ(memory_of_report(text).spaces.front().shared, 0);
}

TEST(ReportMemory, OfAMemoryUsageReportHasItsRows)
{
    const auto of =
        memory_of_report("Memory Space: default (color=0)\n"
                         "Total bytes: 4608 (4.5KiB)\n"
                         "  cumulative_size;       size;       offset; used_by_n_values; shapes_list\n"
                         "  ------------------------------------------------------------\n"
                         "     4.0KiB( 89%);     4.0KiB;            0;                2; f32[1024], bf16[8]\n"
                         "     4.5KiB(100%);       512B;         4096;                1; f32[128]\n\n\n");
    ASSERT_EQ(of.spaces.size(), 1U);
    EXPECT_EQ(of.spaces[0].total, 4608);
    ASSERT_EQ(of.holders.size(), 2U);
    EXPECT_EQ(of.holders[0].bytes, 4096);
    EXPECT_EQ(of.holders[0].shape, "f32[1024]");
    EXPECT_EQ(of.holders[0].label, "2 values at one offset");
    EXPECT_EQ(of.holders[0].is, buffer_class::unknown);
    EXPECT_EQ(of.holders[1].label, "1 value");
    EXPECT_EQ(of.holders[1].offset, 4096);
}

// Allocations of `Total bytes used` reports have their flags. Thread-local ones are not device memory.
TEST(ReportMemory, OfAProgramReportHasItsAllocations)
{
    const auto of = memory_of_report(golden_dump("framed_usage_report.txt"));
    EXPECT_EQ(of.spaces.front().total, 6220);
    texts holders;
    for (const auto& h : of.holders)
        if (h.allocation >= 4) holders.push_back(fmt::format("{} {} {}", spelling(h.is), h.bytes, h.label));
    EXPECT_EQ(holders, (texts{"donated 4096 parameter 0", "argument 2048 parameter 1", "output 56 allocation 7",
                              "argument 4 parameter 1"}));
    for (const auto& h : of.holders) EXPECT_TRUE(h.allocation != 2 && h.allocation != 3) << h.allocation;
}

TEST(ReportMemory, OfATpuMessageHasLabels)
{
    const auto of = memory_of_report(golden_dump("tpu_hbm.txt"));
    std::map<std::string, std::string> labels;
    for (const auto& each : of.holders) labels.emplace(each.name, each.label);
    EXPECT_EQ(labels["fusion.2"], "step/dot_general"); // of `jit(step)/dot_general`
    EXPECT_EQ(labels["convert.3"], "convert.3");
    EXPECT_EQ(labels["argument 1 {0}"], "argument 1 {0}");
}

} // namespace ballast::tests
