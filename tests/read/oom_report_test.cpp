// Out-of-memory reports.
#include "ballast/well_formed.hpp"
#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(OomReports, HaveStatisticsAndBuffers)
{
    const auto read = accepted(golden_dump("oom_report.txt"));
    const auto* const report = read.oom_report();
    ASSERT_TRUE(report);
    EXPECT_EQ(read.dump(), ast::dump{});
    EXPECT_EQ(report->statistics.preallocated_temp, (ast::human_size{100, ast::size_unit::mib}));
    ASSERT_TRUE(report->peak());
    EXPECT_FALSE(report->allocations());
    const auto& buffers = *report->peak();
    ASSERT_EQ(buffers.size(), 5U);
    EXPECT_EQ(buffers[0].number, 1);
    EXPECT_EQ(buffers[0].size, (ast::human_size{100, ast::size_unit::mib}));
    ASSERT_TRUE(buffers[0].source);
    EXPECT_EQ(buffers[0].source->op_type, "dot_general");
    EXPECT_EQ(buffers[0].source->source_line, 31);
    EXPECT_EQ(std::get<ast::opcode>(buffers[0].origin).kind, ast::opcode_kind::custom_call);
    EXPECT_TRUE(buffers[4].shape.is_tuple());
    EXPECT_TRUE(std::holds_alternative<ast::parameter_buffer>(buffers[1].origin));
    EXPECT_EQ(dims(buffers[1].shape), (numbers{32, 32}));
    EXPECT_FALSE(buffers[2].source);
    EXPECT_EQ(buffers[3].source->rare->deduplicated_name, "fusion.1");
}

TEST(OomReports, MayHaveNoBuffers)
{
    const auto read = accepted(golden_dump("oom_report_empty.txt"));
    EXPECT_TRUE(read.oom_report()->peak()->empty());
    EXPECT_FALSE(parse(golden_dump("oom_report_empty.txt") + "\n").accepted());
}

// In 2021, for some weeks.
TEST(OomReports, HadAllocationsWithTheirValues)
{
    const auto read = accepted(golden_dump("oom_report_allocations.txt"));
    const auto* const allocations = read.oom_report()->allocations();
    ASSERT_TRUE(allocations);
    ASSERT_FALSE(allocations->empty());
    std::size_t several = 0;
    for (const auto& [allocation, contains] : *allocations) {
        ASSERT_EQ(contains.size(), allocation.values.size());
        if (contains.size() > 1) ++several;
        for (const auto& line : allocation.values)
            EXPECT_TRUE(std::ranges::any_of(contains, [&](const auto& value) { return value.value == line.value; }));
    }
    EXPECT_GT(several, 0U);
}

TEST(OomReports, HaveAnOperatorOnlyWithAName)
{
    auto text = golden_dump("oom_report.txt");
    const std::string_view name = " op_name=\"jit(step)/jit(main)/dot_general\"";
    text.erase(text.find(name), name.size());
    const auto fault = refused(text);
    EXPECT_EQ(fault.id, finding_id::oom_report);
    EXPECT_EQ(fault.place.line, 13);
    EXPECT_EQ(fault.message, "expected `op_name=\"`, found `source_file=\"step.py\"`");
}

// Buffers are not counted: a text may end after each. Any other truncation is detected.
TEST(OomReports, AreNotAcceptedInPart)
{
    const auto text = golden_dump("oom_report.txt");
    for (std::size_t size = 0; size < text.size(); ++size) {
        const auto part = text.substr(0, size);
        if (part.ends_with("==========================\n") || part.ends_with("Peak buffers:")) continue;
        EXPECT_FALSE(parse(part).accepted()) << "cut at " << size;
    }
    const auto old = golden_dump("oom_report_allocations.txt");
    for (std::size_t size = 0; size < old.size(); ++size) {
        const auto part = old.substr(0, size);
        const auto result = parse(part);
        // After a complete allocation.
        if (result.accepted()) {
            EXPECT_TRUE(old.substr(size).starts_with("\nallocation ")) << "cut at " << size;
        }
    }
}

TEST(OomReports, AreWellFormedOnlyAsTheyPrint)
{
    ast::arena memory;
    ast::oom_report report;
    EXPECT_TRUE(well_formed(report).empty());
    ast::peak_buffer buffer;
    buffer.source = memory.make(ast::metadata{});
    report.buffers = memory.make_list({buffer});
    EXPECT_EQ(well_formed(report).front().message.text(), "buffer 1 has an operator without a name");
    report.buffers = ast::list<ast::oom_allocation>{};
    EXPECT_EQ(well_formed(report).front().message.text(), "report lists no allocations");
}

// Stored executables contain them. Logs change them and are not read here.
TEST(OomReports, OfTheCorpusPrintBack)
{
    if (!corpus()) return;
    std::size_t seen = 0;
    for (const auto& entry : fs::directory_iterator(*corpus() / "oom")) {
        const auto text = read_file(entry.path());
        const auto read = accepted(text);
        EXPECT_TRUE(read.oom_report()) << entry.path();
        EXPECT_EQ(print(read), text) << entry.path();
        ++seen;
    }
    EXPECT_EQ(seen, 2U);
}

} // namespace ballast::tests
