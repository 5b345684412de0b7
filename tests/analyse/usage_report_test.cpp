// Memory-usage reports that are made from dumps: as XLA wrote them in every era, and reasons why there is none.
#include "ballast/analysis.hpp"
#include "ballast/check.hpp"
#include "base/random_source.hpp"
#include "generate/program.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace ballast::tests {

namespace {

constexpr commit_time first_reports = 202410040000;
constexpr commit_time sorted_reports = 202510270000;
constexpr commit_time by_space = 202603100000;

// The text of the report, or the reason why there is none.
std::string report_of(const document& dump, commit_time when)
{
    ast::arena memory;
    const auto made = usage_report_of(dump, memory, when);
    if (!made.report) return "none: " + made.message.text();
    return print(*made.report);
}
std::string report_of(std::string_view dump, commit_time when) { return report_of(accepted(dump), when); }

std::string module_file(std::string_view name, std::string_view kind)
{
    return read_file(golden() / "modules" /
                     (std::string(name) + ".cpu_after_optimizations-" + std::string(kind) + ".txt"));
}

// The findings of both files together.
std::vector<finding> found_in(const document& dump, const document& report)
{
    const document* const module[] = {&dump, &report};
    return check(std::span(module), {.max_findings = 0});
}

std::string output(const std::vector<finding>& found)
{
    std::string result;
    for (const auto& f : found)
        if (f.id != finding_id::peak_audit)
            result += std::to_string(f.begin) + ": " + f.message.text() + " [" + std::string(info(f.id).name) + "]\n";
    return result;
}

// A table without the order that a hash table determined: rows by offset, and the columns of sums, which do not depend
// on the order of rows of one size. If the table ends with a rest, that order also determines which rows of the last
// size are listed.
struct table_facts {
    std::vector<std::tuple<std::string, std::int64_t, std::int64_t, std::vector<std::string>>> rows;
    std::vector<std::pair<ast::human_size, ast::whole_percent>> sums;
    std::optional<std::int64_t> rest;
    bool operator==(const table_facts&) const = default;
};
table_facts facts_of(const ast::usage_table& table)
{
    table_facts result;
    for (const auto& row : table.rows) {
        result.sums.emplace_back(row.cumulative, row.percent);
        if (table.rest && row.size == table.rows.back().size) continue;
        std::vector<std::string> shapes;
        for (const auto& [count, shape] : row.shapes) shapes.push_back(std::to_string(count) + text_of(shape, {}));
        std::ranges::sort(shapes);
        result.rows.emplace_back(std::to_string(row.size.count) + std::string(spelling(row.size.unit)), row.offset,
                                 row.values, shapes);
    }
    std::ranges::sort(result.rows);
    result.rest = table.rest;
    return result;
}
bool same_but_for_hashing(const ast::program_usage& a, const ast::program_usage& b)
{
    return a.bytes == b.bytes && a.human == b.human && a.ranked == b.ranked && a.rest == b.rest &&
           std::ranges::equal(a.listed, b.listed, [](const auto& x, const auto& y) {
               return x.allocation == y.allocation && static_cast<bool>(x.table) == static_cast<bool>(y.table) &&
                      (!x.table || facts_of(*x.table) == facts_of(*y.table));
           });
}

// A dump with only allocations, one of them temporary with values of these sizes at ascending offsets.
std::string arena(const std::vector<std::int64_t>& sizes)
{
    std::string lines;
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        lines += " value: <" + std::to_string(i) + " v." + std::to_string(i) +
                 " @0> (size=" + std::to_string(sizes[i]) + ",offset=" + std::to_string(offset) + "): s8[" +
                 std::to_string(sizes[i]) + "]{0}\n";
        offset += std::max<std::int64_t>(1, sizes[i]);
    }
    return "BufferAssignment:\nallocation 0: size " + std::to_string(offset) + ", preallocated-temp:\n" + lines;
}

std::string last_table_line(const std::string& report)
{
    const auto end = report.find("\n\n", report.find("shapes_list\n"));
    const auto begin = report.rfind('\n', end - 1) + 1;
    return report.substr(begin, end - begin);
}

} // namespace

TEST(UsageReport, IsTheOneBesideTheDump)
{
    EXPECT_EQ(report_of(module_file("module_0001.jit_step", "buffer-assignment"), sorted_reports),
              module_file("module_0001.jit_step", "memory-usage-report"));
    EXPECT_EQ(report_of(module_file("module_0002.jit_long", "buffer-assignment"), by_space),
              module_file("module_0002.jit_long", "memory-usage-report"));
}

// Every real report beside its dump: the same bytes, apart from the order that XLA left to a hash table.
TEST(UsageReport, IsWhatXlaWroteBesideRealDumps)
{
    if (!corpus()) return;
    std::size_t identical = 0;
    std::size_t by_hash = 0;
    for (const auto& entry : fs::recursive_directory_iterator(*corpus())) {
        const auto path = entry.path().string();
        const std::string ending = "-memory-usage-report.txt";
        if (!path.ends_with(ending)) continue;
        const auto beside = path.substr(0, path.size() - ending.size()) + "-buffer-assignment.txt";
        if (!fs::exists(beside)) continue;
        auto text = read_file(path);
        // The last empty lines of these were trimmed.
        if (text.starts_with("Memory Space: ") && !text.ends_with("\n\n\n")) text += "\n\n";
        const auto dump = accepted(read_file(beside));
        const auto report = accepted(text);
        EXPECT_EQ(output(found_in(dump, report)), "") << path;
        const auto when = report.usage_report()->program() ? first_reports : by_space;
        if (report_of(dump, when) == text) {
            ++identical;
            continue;
        }
        ast::arena memory;
        const auto made = usage_report_of(dump, memory, when);
        ASSERT_TRUE(made.report && made.report->program() && report.usage_report()->program()) << path;
        EXPECT_TRUE(same_but_for_hashing(*made.report->program(), *report.usage_report()->program())) << path;
        ++by_hash;
    }
    EXPECT_GE(identical, 3U);
    EXPECT_GE(by_hash, 2U);
}

TEST(UsageReport, OfGeneratedProgramsIsReadAndAgrees)
{
    std::vector<commit_time> times{first_reports, sorted_reports, by_space};
    for (const auto& state : dump_states())
        if (state.begin > first_reports) times.push_back(state.begin);
    std::size_t tables = 0;
    for (const auto when : times)
        for (std::uint64_t seed = 0; seed < 8; ++seed) {
            random_source from(seed);
            generate::program made(from, when, 300 + seed * seed * 900);
            const auto kind = kinds_at(when).front();
            const auto dump = accepted(printed([&](sink& out) { made.print(out, kind); }));
            const auto text = report_of(dump, when);
            if (dump.dump().allocations.empty() && when >= by_space) {
                EXPECT_EQ(text, "");
                continue;
            }
            const auto report = accepted(text);
            EXPECT_EQ(print(report), text);
            ast::arena memory;
            EXPECT_EQ(report.usage_report()->form, usage_report_of(dump, memory, when).report->form);
            ASSERT_EQ(output(found_in(dump, report)), "") << when << " seed " << seed;
            if (const auto* program = report.usage_report()->program()) {
                EXPECT_LT(when, by_space);
                for (const auto& listed : program->listed) tables += listed.table ? 1U : 0U;
            } else {
                EXPECT_GE(when, by_space);
            }
        }
    EXPECT_GT(tables, 50U);
}

// After fifty rows a list ends as soon as less than 5% is left.
TEST(UsageReport, EndsWhereXlaEndsIt)
{
    const std::string rest = " values are less than 5% of the total size and not shown.";
    const auto at_end = [](std::vector<std::int64_t> sizes) {
        return last_table_line(report_of(arena(sizes), by_space));
    };
    EXPECT_EQ(at_end(std::vector<std::int64_t>(50, 8)).find("The rest"), std::string::npos);
    EXPECT_EQ(at_end(std::vector<std::int64_t>(51, 8)), "  The rest 0" + rest);
    EXPECT_EQ(at_end(std::vector<std::int64_t>(52, 8)), "  The rest 1" + rest);
    // 5 of 100 is not less than 5%, 4 is.
    EXPECT_EQ(at_end(std::vector<std::int64_t>(100, 8)), "  The rest 4" + rest);
    // If the total is 0, no rest is less than the share.
    const std::vector<std::int64_t> nothing(60, 0);
    const auto text = report_of(arena(nothing), by_space);
    EXPECT_EQ(text.find("The rest"), std::string::npos);
    EXPECT_NE(text.find("         0B(-nan%);         0B;           59;"), std::string::npos) << text;
    const auto found = output(found_in(accepted(arena(nothing)), accepted(text)));
    EXPECT_EQ(found.find("[report_"), std::string::npos) << found;
    EXPECT_EQ(found.find("[usage_"), std::string::npos) << found;

    // In the list of allocations: with a line in the report of a program, without one in that of a memory space.
    std::string many = "BufferAssignment:\n";
    for (int i = 0; i < 52; ++i) many += "allocation " + std::to_string(i) + ": size 8, thread-local:\n";
    const auto program = report_of(many, first_reports);
    EXPECT_NE(program.find("\nThe rest 1 allocations are less than 5% of the total size and not shown.\n"),
              std::string::npos);
    EXPECT_NE(program.find("\nallocation 51: size 8B, thread-local:\n"), std::string::npos);
    const auto spaces = report_of(many, by_space);
    std::size_t tables = 0;
    for (auto at = spaces.find("cumulative"); at != std::string::npos; at = spaces.find("cumulative", at + 1)) ++tables;
    EXPECT_EQ(tables, 51U);
    EXPECT_NE(spaces.find("Total bytes: 416 (416B)\n"), std::string::npos);
}

// Before 2025-10-27 the order of rows of one size, and of shapes, was undefined: another order is not an error.
TEST(UsageReport, OfEarlierTimesMayHaveAnotherOrder)
{
    auto dump = module_file("module_0001.jit_step", "buffer-assignment");
    auto report = module_file("module_0001.jit_step", "memory-usage-report");
    const auto change = [](std::string& text, std::string_view from, std::string_view to) {
        const auto at = text.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        text.replace(at, from.size(), to);
    };
    change(report, "64;                2; 2×s32[16]\n", " 0;                2; s32[2,8], s32[16]\n");
    change(report, "    0;                2; s32[16], s32[2,8]\n", "   64;                2; 2×s32[16]\n");
    EXPECT_NE(output(found_in(accepted(dump), accepted(report))), "");
    // Without these numbers the dump may be older.
    for (const auto* number : {" stack_frame_id=1", " stack_frame_id=2", " stack_frame_id=1"}) change(dump, number, "");
    EXPECT_EQ(output(found_in(accepted(dump), accepted(report))), "");
    // What the bytes determine is compared all the same.
    change(report, " 95%", " 94%");
    EXPECT_NE(output(found_in(accepted(dump), accepted(report))).find("[report_sum]"), std::string::npos);
}

// Since 2025-08-20 the header of a parameter has the shape of its part.
TEST(UsageReport, HasTheShapesOfItsTime)
{
    const auto d17 = golden_dump("d17.txt");
    EXPECT_NE(report_of(d17, first_reports).find("shape |(f32[16], s32[])| at ShapeIndex {0}"), std::string::npos);
    EXPECT_NE(report_of(d17, sorted_reports).find("shape |f32[16]| at ShapeIndex {0}"), std::string::npos);
    const auto d18 = golden_dump("d18.txt");
    EXPECT_NE(report_of(d18, sorted_reports).find("shape |f32[16]| at ShapeIndex {0}"), std::string::npos);
    EXPECT_EQ(report_of(d18, first_reports),
              "none: the shape is that of a part of parameter 1, but a report of that time has the whole shape");
    EXPECT_TRUE(report_of(d18, by_space).starts_with("Memory Space: default (color=0)\n"));
}

TEST(UsageReport, FollowsFromAllocationsAlone)
{
    EXPECT_EQ(report_of(golden_dump("d24_values.txt"), by_space),
              "none: no allocations; they are in the module's `…-buffer-assignment.txt`");
    EXPECT_EQ(report_of(golden_dump("d24_live_range.txt"), by_space),
              "none: no allocations; they are in the module's `…-buffer-assignment.txt`");
    EXPECT_EQ(report_of(golden_dump("usage_report_spaces.txt"), by_space),
              "none: no allocations; they are in the module's `…-buffer-assignment.txt`");
    EXPECT_EQ(report_of(golden_dump("d17.txt"), first_reports - 1),
              "none: XLA wrote no memory-usage reports at that time");
    EXPECT_EQ(report_of("BufferAssignment:\n", by_space), "");
    // The dumps of any era suffice for a report by memory space; headers need the shapes of D6.
    for (const auto* early : {"d0.txt", "d2.txt", "d3.txt", "d5.txt"}) {
        const auto dump = golden_dump(early);
        EXPECT_EQ(report_of(dump, first_reports),
                  "none: its allocation headers have no shapes, which a report of the program needs");
        EXPECT_TRUE(report_of(dump, by_space).starts_with("Memory Space: default (color=0)\n")) << early;
    }
    EXPECT_TRUE(report_of(golden_dump("d6.txt"), first_reports).starts_with("Total bytes used: "));
}

TEST(UsageReport, IsNotMadeOfSizesThatOverflow)
{
    const std::string most = "9223372036854775807";
    const auto text = "BufferAssignment:\nallocation 0: size " + most + ", preallocated-temp:\nallocation 1: size " +
                      most + ", preallocated-temp:\n";
    EXPECT_EQ(report_of(text, by_space), "none: the sum of the sizes does not fit into 64 bits");
    const auto values = "BufferAssignment:\nallocation 0: size 1, preallocated-temp:\n value: <0 a @0> (size=" + most +
                        ",offset=0): s8[1]{0}\n value: <1 b @0> (size=" + most + ",offset=1): s8[1]{0}\n";
    EXPECT_EQ(report_of(values, by_space), "none: the sum of the sizes does not fit into 64 bits");
    // There are no findings about the report beside them.
    const auto found = found_in(accepted(text), accepted(module_file("module_0002.jit_long", "memory-usage-report")));
    EXPECT_EQ(output(found).find("[report_"), std::string::npos);
}

// Rows, shapes and headers are found by look-ups: nothing takes quadratic time.
TEST(UsageReport, TakesAnArenaOfManyValues)
{
    constexpr int count = 20000;
    std::vector<std::int64_t> sizes;
    for (int i = 0; i < count; ++i) sizes.push_back(1 + i % 7);
    const auto dump = accepted(arena(sizes));
    const auto text = report_of(dump, by_space);
    EXPECT_EQ(output(found_in(dump, accepted(text))), "");
    // All rows in the order of another dump.
    std::ranges::reverse(sizes);
    EXPECT_NE(output(found_in(accepted(arena(sizes)), accepted(text))), "");
    // The same table many times.
    std::string repeated;
    for (int i = 0; i < count; ++i)
        repeated += "Memory Space: default (color=0)\nTotal bytes: 1 (1B)\n"
                    "  cumulative_size;       size;       offset; used_by_n_values; shapes_list\n"
                    "  ------------------------------------------------------------\n\n\n";
    EXPECT_NE(output(found_in(dump, accepted(repeated))).find("[report_total]"), std::string::npos);
}

} // namespace ballast::tests
