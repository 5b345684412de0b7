// Out-of-memory reports of TPUs, and the memory of programs that fit.
#include "ballast/check.hpp"
#include "ballast/tpu_era.hpp"
#include "ballast/well_formed.hpp"
#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

std::string without(std::string text, std::string_view part)
{
    const auto at = text.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    return text.erase(at, part.size());
}

} // namespace

TEST(TpuReports, HaveAllParts)
{
    const auto read = accepted(golden_dump("tpu_hbm.txt"));
    const auto* const report = read.tpu_report();
    ASSERT_TRUE(report);
    EXPECT_EQ(report->status.word, "RESOURCE_EXHAUSTED");
    EXPECT_EQ(report->status.code->number, "1000");
    EXPECT_EQ(report->failure, ast::tpu_failure::permanent_error);
    EXPECT_EQ(report->status.link, "1000");
    EXPECT_EQ(report->status.payloads.front().key, "type.googleapis.com/tensorflow.tpu.CompilationResultProto");
    ASSERT_EQ(report->status.trace->locations.size(), 2U);
    EXPECT_TRUE(report->status.trace->blank);
    EXPECT_EQ(report->status.trace->locations[1].line, 92);
    const auto* const by_space = report->by_space();
    ASSERT_TRUE(by_space);
    EXPECT_EQ(by_space->lead->capacity, (ast::human_size{1575, ast::size_unit::gib}));
    EXPECT_EQ(by_space->total->output->shared, (ast::human_size{0, ast::size_unit::bytes}));
    ASSERT_EQ(by_space->program->rows.size(), 2U);
    EXPECT_EQ(by_space->program->rows[1].utilization->utilized, 849);
    const auto& blocks = by_space->allocations.blocks;
    ASSERT_EQ(blocks.size(), 3U);
    EXPECT_EQ(blocks[0].source->stack_frame_id, 137);
    EXPECT_EQ(blocks[2].array->extra->factor, 1280);
    EXPECT_EQ(blocks[1].owner, ast::tpu_owner::global);
    ASSERT_EQ(by_space->arguments.blocks.size(), 3U);
    EXPECT_EQ(by_space->arguments.blocks[1].parameter, 1);
    EXPECT_EQ(by_space->arguments.blocks[1].index.size(), 1U);
    EXPECT_FALSE(by_space->arguments.blocks[2].parameter);
}

TEST(TpuReports, HaveLabelsOfSeveralLines)
{
    const auto read = accepted(golden_dump("tpu_vmem.txt"));
    const auto& block = read.tpu_report()->by_space()->allocations.blocks[0];
    EXPECT_NE(block.label.text.find("={\n\"xprof_metadata\""), std::string_view::npos);
    EXPECT_EQ(block.array->tag, "scratch operand");
    EXPECT_FALSE(block.label.cut());
    EXPECT_TRUE((ast::tpu_label{std::string(256, 'a') + "..."}.cut()));
}

TEST(TpuReports, PrintBack)
{
    for (const auto& name : golden_dumps()) {
        if (!name.starts_with("tpu_")) continue;
        const auto text = golden_dump(name);
        EXPECT_EQ(print(accepted(text)), text) << name;
    }
}

TEST(TpuReports, AreAboutOneMemorySpace)
{
    auto text = golden_dump("tpu_vmem.txt");
    text.replace(text.find("Program vmem"), 12, "Program smem");
    EXPECT_EQ(parse(text).findings.front().id, finding_id::tpu_space);
}

// In a log they may be incomplete.
TEST(TpuReports, AreWhole)
{
    const auto text = golden_dump("tpu_vmem.txt");
    const auto lead = text.substr(0, text.find('\n'));
    const auto list = text.substr(text.find("  Largest"));
    const auto blocks = list.substr(list.find("  1. Size"));
    for (const auto& part : {lead, list, blocks}) {
        const auto read = parse(part);
        ASSERT_FALSE(read.accepted());
        EXPECT_EQ(read.findings.front().id, finding_id::tpu_incomplete) << part;
        EXPECT_TRUE(parse(part, {.live_range_optional = true}).accepted()) << part;
    }
}

TEST(TpuReports, KnowTheirEras)
{
    const auto eras_in = [](const std::string& name) {
        const auto read = accepted(golden_dump(name));
        const auto eras = eras_of(*read.tpu_report());
        return eras ? era_text(*eras) : std::string("none");
    };
    EXPECT_EQ(eras_in("tpu_old.txt"), "TPU A");
    EXPECT_EQ(eras_in("tpu_vmem.txt"), "TPU D..E");
    EXPECT_EQ(eras_in("tpu_hbm.txt"), "TPU E");
    EXPECT_EQ(eras_in("tpu_abort.txt"), "TPU C..D");
    auto mixed = golden_dump("tpu_old.txt");
    mixed += "\nSee https://openxla.org/xla/errors/error_1000 for more details.";
    const auto read = accepted(mixed);
    EXPECT_FALSE(eras_of(*read.tpu_report()));
}

TEST(TpuReports, AreWellFormedOnlyAsTheyPrint)
{
    ast::arena memory;
    ast::tpu_report report;
    EXPECT_TRUE(well_formed(report).empty());
    report.message = memory.make(ast::tpu_space_report{});
    EXPECT_EQ(well_formed(report).front().message.text(), "a report without any part");
    report.message = memory.make(ast::tpu_stack_overflow{"vmem", "%a", {}, {}, {}, ast::tpu_advice::see});
    EXPECT_EQ(well_formed(report).front().message.text(), "the message ends before the page that it recommends");
    EXPECT_EQ(well_formed(ast::tpu_usage{}).front().message.text(), "no section");
}

TEST(TpuReports, NeedTheBlanksAtLineEnds)
{
    const auto fault = parse(without(golden_dump("tpu_usage.txt"), "M \n")).findings.front();
    EXPECT_EQ(fault.id, finding_id::tpu_report);
}

// Real texts of our own programs with libtpu 0.0.1 to 0.0.52.
TEST(TpuReports, OfReleasesPrintBackAndConform)
{
    std::size_t seen = 0;
    for (const auto& entry : fs::directory_iterator(golden() / "tpu")) {
        const auto text = read_file(entry.path());
        const auto read = accepted(text);
        EXPECT_EQ(print(read), text) << entry.path();
        for (const auto& what : check(read)) ADD_FAILURE() << entry.path() << ": " << what.message.text();
        EXPECT_TRUE(!read.tpu_report() || eras_of(*read.tpu_report())) << entry.path();
        ++seen;
    }
    EXPECT_GT(seen, 20U);
}

} // namespace ballast::tests
