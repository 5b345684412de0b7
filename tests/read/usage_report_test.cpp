// Memory-usage reports.
#include "ballast/well_formed.hpp"
#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

using unit = ast::size_unit;

std::string replaced(std::string text, std::string_view from, std::string_view to)
{
    const auto at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error("not there: " + std::string(from));
    return text.replace(at, from.size(), to);
}

} // namespace

TEST(UsageReports, OfAProgramHaveTwoLists)
{
    const auto read = accepted(golden_dump("usage_report_program.txt"));
    const auto* const program = read.usage_report()->program();
    ASSERT_TRUE(program);
    EXPECT_FALSE(read.usage_report()->spaces());
    EXPECT_EQ(program->bytes, 10792);
    EXPECT_EQ(program->human, (ast::human_size{105, unit::kib}));
    ASSERT_EQ(program->ranked.size(), 12U);
    const auto& first = program->ranked[0];
    EXPECT_EQ(first.cumulative, (ast::human_size{40, unit::kib}));
    EXPECT_EQ(first.percent, ast::whole_percent(std::int64_t{38}));
    EXPECT_EQ(first.remaining, (ast::human_size{65, unit::kib}));
    EXPECT_EQ(first.allocation.number, 4);
    EXPECT_EQ(first.allocation.size, (ast::human_size{40, unit::kib}));
    EXPECT_EQ(first.allocation.parameter->number, 0);
    EXPECT_EQ(dims(*first.allocation.parameter->shape), (numbers{32, 32}));
    EXPECT_TRUE(first.allocation.maybe_live_out);
    EXPECT_FALSE(program->rest);
    ASSERT_EQ(program->listed.size(), 12U);
    EXPECT_EQ(program->listed[0].allocation, first.allocation);
    EXPECT_FALSE(program->listed[2].table);
    EXPECT_EQ(program->listed[3].allocation.color, 1);
    EXPECT_EQ(program->listed[4].allocation.output_shape->tuple()->elements.size(), 7U);
    const auto& table = *program->listed[1].table;
    ASSERT_EQ(table.rows.size(), 3U);
    EXPECT_EQ(table.rows[0].cumulative, (ast::human_size{20, unit::kib}));
    EXPECT_EQ(table.rows[0].values, 3);
    ASSERT_EQ(table.rows[0].shapes.size(), 2U);
    EXPECT_EQ(table.rows[0].shapes[0].count, 1);
    EXPECT_EQ(table.rows[0].shapes[1].count, 2);
    EXPECT_EQ(type(table.rows[0].shapes[1].shape), ast::element_kind::f32);
    EXPECT_EQ(table.rows[1].offset, 2048);
    EXPECT_EQ(table.rows[1].size, (ast::human_size{512, unit::bytes}));
    EXPECT_EQ(table.rows[2].percent, ast::whole_percent(std::int64_t{100}));
    EXPECT_TRUE(table.rows[2].shapes[0].shape.is_tuple());
    EXPECT_EQ(program->listed[10].table->rows[0].percent, ast::whole_percent(ast::nan_sign::minus));
    EXPECT_TRUE(program->listed[11].table->rows.empty());
}

TEST(UsageReports, ByMemorySpaceHaveTablesAlone)
{
    const auto read = accepted(golden_dump("usage_report_spaces.txt"));
    const auto* const spaces = read.usage_report()->spaces();
    ASSERT_TRUE(spaces);
    ASSERT_EQ(spaces->size(), 5U);
    numbers colors;
    for (const auto& space : *spaces) colors.push_back(space.color);
    EXPECT_EQ(colors, (numbers{0, 1, 3, 5, 7}));
    EXPECT_EQ((*spaces)[1].bytes, 1500);
    EXPECT_EQ((*spaces)[1].human, (ast::human_size{15, unit::kib}));
    EXPECT_EQ((*spaces)[1].tables.size(), 2U);
    EXPECT_EQ((*spaces)[2].tables[0].rows[0].percent, ast::whole_percent(ast::nan_sign::plus));
}

TEST(UsageReports, CountWhatTheyDoNotShow)
{
    const auto read = accepted(golden_dump("usage_report_program_long.txt"));
    const auto& program = *read.usage_report()->program();
    EXPECT_GT(program.ranked.size(), 50U);
    ASSERT_TRUE(program.rest);
    EXPECT_EQ(static_cast<std::int64_t>(program.ranked.size()) + *program.rest,
              static_cast<std::int64_t>(program.listed.size()));
    std::vector<std::int64_t> rests;
    for (const auto& listed : program.listed)
        if (listed.table && listed.table->rest) rests.push_back(*listed.table->rest);
    EXPECT_EQ(rests.size(), 2U);
}

// A document of another kind has an empty dump.
TEST(UsageReports, AreNoDumps)
{
    const auto read = accepted(golden_dump("usage_report_program.txt"));
    EXPECT_EQ(read.dump(), ast::dump{});
    EXPECT_FALSE(std::holds_alternative<ast::dump>(read.tree()));
    const auto dump = accepted(golden_dump("d17.txt"));
    EXPECT_EQ(dump.usage_report(), nullptr);
    EXPECT_TRUE(std::holds_alternative<ast::dump>(dump.tree()));
}

TEST(UsageReports, StandInFrames)
{
    const auto read = accepted(golden_dump("framed_usage_report.txt"));
    EXPECT_EQ(read.usage_report()->frame, "module_0007.jit_step.cpu_after_optimizations-memory-usage-report.txt");
}

// The blanks of a column follow from its contents.
TEST(UsageReports, AreRefusedWithOtherBlanks)
{
    const auto text = golden_dump("usage_report_program.txt");
    const auto fault = refused(replaced(text, "\t   2.0KiB( 76%);", "\t  2.0KiB( 76%);"));
    EXPECT_EQ(fault.id, finding_id::usage_report);
    EXPECT_EQ(fault.message, "expected a size in 9 columns or `The rest `, found `  2.0KiB(`");
    EXPECT_EQ(fault.place.column, 2);
    EXPECT_EQ(refused(replaced(text, "( 76%)", "(76%)")).message,
              "expected a percentage in 3 columns, found `76%);   `");
    EXPECT_EQ(refused(replaced(text, ";         2048;", ";        2048;")).message,
              "expected an offset in 12 columns, found `       2048;`");
    EXPECT_EQ(refused(replaced(text, "2×f32[512]", "1×f32[512]")).id, finding_id::shape);
    EXPECT_EQ(refused(replaced(text, "2×f32[512]", "2xf32[512]")).id, finding_id::usage_report);
}

// Every truncation is detected.
TEST(UsageReports, AreNotAcceptedInPart)
{
    for (const auto* name : {"usage_report_program.txt", "framed_usage_report.txt", "usage_report_spaces.txt"}) {
        const auto text = golden_dump(name);
        for (std::size_t size = 0; size < text.size(); ++size) {
            const auto part = text.substr(0, size);
            // Memory spaces are not counted: a report may end after each.
            if (part.ends_with("\n\n\n") && part.starts_with("Memory Space: ")) continue;
            // The last allocation has one value if it has no table.
            if (text.substr(size).starts_with("\n\tcumulative_size")) continue;
            const auto result = parse(part);
            if (result.accepted() && result.value->usage_report()->trimmed) {
                // After the last row of a table, or its head if there are none, where the empty lines may be trimmed.
                EXPECT_TRUE(part.ends_with('\n') && (text[size] == '\n' || part.ends_with("---\n")))
                    << name << " cut at " << size;
                EXPECT_EQ(result.findings.size(), 1U) << name << " cut at " << size;
                continue;
            }
            EXPECT_FALSE(result.accepted()) << name << " cut at " << size;
        }
    }
}

// Hooks of repositories leave one line feed at the end.
TEST(UsageReports, AreReadWithTheirEndTrimmed)
{
    for (const auto* name : {"usage_report_program.txt", "usage_report_spaces.txt"}) {
        const auto whole = golden_dump(name);
        auto text = whole;
        while (text.ends_with("\n\n")) text.pop_back();
        ASSERT_NE(text, whole) << name;
        const auto result = parse(text);
        ASSERT_TRUE(result.accepted()) << name;
        EXPECT_TRUE(result.value->usage_report()->trimmed) << name;
        EXPECT_EQ(print(*result.value), text) << name;
        ASSERT_EQ(result.findings.size(), 1U) << name;
        EXPECT_EQ(result.findings[0].id, finding_id::trimmed_end);
        EXPECT_EQ(result.findings[0].begin, static_cast<std::int64_t>(text.size()));
        const auto other = accepted(whole);
        EXPECT_NE(result.value->tree(), other.tree()) << name;
    }
}

// All or none of the empty lines are missing, and only at the end of a text without a frame.
TEST(UsageReports, AreNotTrimmedInPart)
{
    auto text = golden_dump("usage_report_spaces.txt");
    text.pop_back();
    EXPECT_EQ(refused(text).id, finding_id::truncated);
    EXPECT_EQ(refused(text).message, "the text ends without the empty line after a memory space");
    // A surplus line is an error.
    EXPECT_EQ(refused(golden_dump("usage_report_spaces.txt") + "\n").id, finding_id::trailing_text);
    const auto framed = golden_dump("framed_usage_report.txt");
    ASSERT_NE(framed.find("\n\n\n*** End "), std::string::npos);
    EXPECT_FALSE(recognise(replaced(framed, "\n\n\n*** End ", "\n\n*** End ")));
}

TEST(UsageReports, AreCutOffWhereTheirLastTableIsNotWhole)
{
    const auto text = golden_dump("usage_report_spaces.txt");
    const auto part = text.substr(0, text.find('\n', text.find("( 76%)")) + 1);
    const auto fault = refused(part);
    EXPECT_EQ(fault.id, finding_id::missing_rows);
    EXPECT_EQ(fault.message, "the text ends within a table: its rows reach 76% of the allocation");
}

TEST(UsageReports, CountTheirAllocations)
{
    const auto text = golden_dump("usage_report_program.txt");
    const auto fault = refused(replaced(text, "allocation 2: size 4B, thread-local:\nallocation 3", "allocation 3"));
    EXPECT_EQ(fault.id, finding_id::missing_allocations);
    EXPECT_EQ(fault.message, "11 allocations with their values, the first list has 12");
}

TEST(UsageReports, CallMemorySpacesByTheirColor)
{
    const auto text = golden_dump("usage_report_spaces.txt");
    const auto other = refused(replaced(text, "color_7 (color=7)", "color_8 (color=7)"));
    EXPECT_EQ(other.id, finding_id::memory_space);
    EXPECT_EQ(other.message, "memory space `color_8` has color 7");
    EXPECT_EQ(refused(replaced(text, "color_7 (color=7)", "color_5 (color=5)")).message,
              "the memory space of color 5 has its own name");
    EXPECT_EQ(refused(replaced(text, "vmem (color=1)", "vmem (color=2)")).id, finding_id::usage_report);
}

TEST(UsageReports, AreWellFormedOnlyAsTheyPrint)
{
    ast::arena memory;
    ast::usage_report report;
    EXPECT_TRUE(well_formed(report).empty()); // a program without allocations
    ast::usage_row row;
    row.shapes = memory.make_list({ast::counted_shape{}});
    const auto with = [&](const ast::usage_row& x) {
        const ast::usage_table table{{}, memory.make_list({x}), {}};
        report.form = memory.make_list({ast::space_usage{{}, 0, 0, {}, memory.make_list({table})}});
        return well_formed(report);
    };
    EXPECT_TRUE(with(row).empty());
    row.shapes = memory.make_list({ast::counted_shape{0, {}}});
    EXPECT_EQ(with(row).front().message.text(), "a shape with a count of 0");
    row.shapes = {};
    EXPECT_EQ(with(row).front().message.text(), "no shape in the row at offset 0");
    report.form = memory.make_list({ast::space_usage{}});
    EXPECT_EQ(well_formed(report).front().message.text(), "a memory space of color 0 without tables");
    report.form = ast::list<ast::space_usage>{};
    EXPECT_EQ(well_formed(report).front().message.text(), "a report without memory spaces");
}

} // namespace ballast::tests
