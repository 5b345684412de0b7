// Our own dump for each state of the text: it is dated, and refused if it mixes two states.
#include "tests/support/support.hpp"

#include <algorithm>
#include <map>

namespace ballast::tests {

namespace {

const std::map<std::string, std::string> written_by_hand{
    {"d0.txt", "D0..D1 2019-03-12..2019-05-14, D1..D1 2019-05-15..2019-05-17"},
    {"d1.txt", "D0..D1 2019-03-12..2019-05-14, D1..D1 2019-05-15..2019-05-17"},
    {"d1_prime.txt", "D1'..D1' 2019-05-14..2019-05-15, D2..D2 2019-05-17..2019-09-06"},
    {"d2.txt", "D1'..D1' 2019-05-14..2019-05-15, D2..D2 2019-05-17..2019-09-06"},
    {"d3.txt", "D3..D3 2019-09-06..2019-09-09"},
    {"d4.txt", "D4..D4 2019-09-09..2019-10-14"},
    {"d5.txt", "D5..D5 2019-10-14..2019-12-13"},
    {"d6.txt", "D6..D6 2019-12-13..2021-02-12, D6..D6 2021-02-12..2021-03-15"},
    {"d7.txt", "D7..D7 2021-02-12..2021-02-12"},
    {"d6b.txt", "D6b..D6b 2021-03-30..2021-04-07"},
    {"d8.txt", "D8..D8 2021-04-07..2021-08-09"},
    {"d9.txt", "D9..D9 2021-08-09..2021-09-23"},
    {"d10.txt", "D10..D10 2021-09-23..2022-09-07"},
    {"d11.txt", "D11..D12 2023-06-06..2024-01-16"},
    {"d12.txt", "D12..D12 2024-01-14..2024-01-16"},
    {"d13.txt", "D13..D13 2024-01-16..2024-11-01"},
    {"d14.txt", "D14..D14 2024-11-01..2025-03-11"},
    {"d15.txt", "D15..D15 2025-04-14..2025-05-16"},
    {"d16.txt", "D16..D16 2025-05-16..2025-07-23"},
    {"d17.txt", "D17..D17 2025-07-30..2025-08-20"},
    {"d18.txt", "D18..D18 2025-12-02..2026-04-03"},
    {"d19_assignment.txt", "D19..D24 2026-04-03..now"},
    {"d19_values.txt", "D19..D20 2026-04-03..2026-06-02"},
    {"d19_live_range.txt", "D19..D24 2026-04-03..now"},
    {"d20_assignment.txt", "D19..D24 2026-04-03..now"},
    {"d20_values.txt", "D19..D20 2026-04-03..2026-06-02"},
    {"d20_live_range.txt", "D19..D24 2026-04-03..now"},
    {"d20_live_range_not_available.txt", "D20..D24 2026-04-13..now"},
    {"d21_assignment.txt", "D19..D24 2026-04-03..now"},
    {"d21_values.txt", "D21..D24 2026-06-02..now"},
    {"d21_live_range.txt", "D19..D24 2026-04-03..now"},
    {"d22_assignment.txt", "D22..D24 2026-06-17..now"},
    {"d22_values.txt", "D21..D24 2026-06-02..now"},
    {"d22_live_range.txt", "D19..D24 2026-04-03..now"},
    {"d23_assignment.txt", "D22..D24 2026-06-17..now"},
    {"d23_values.txt", "D21..D24 2026-06-02..now"},
    {"d23_live_range.txt", "D23..D24 2026-08-05..now"},
    {"d24_assignment.txt", "D24..D24 2026-08-10..now"},
    {"d24_values.txt", "D21..D24 2026-06-02..now"},
    {"d24_live_range.txt", "D19..D24 2026-04-03..now"},
    {"empty_d9.txt", "D9..D18 2021-08-09..2026-04-03"},
    {"empty_values.txt", "D19..D24 2026-04-03..now"},
    {"framed_assignment.txt", "D19..D24 2026-04-03..now"},
    {"framed_combined.txt", "D14..D14 2024-11-01..2025-03-11"},
    {"framed_live_range.txt", "D19..D24 2026-04-03..now"},
    {"framed_live_range_not_available.txt", "D20..D24 2026-04-13..now"},
    {"framed_values.txt", "D19..D20 2026-04-03..2026-06-02"},
    {"unusual_shapes.txt", "D18..D18 2025-12-02..2026-04-03"},
    {"unusual_trees.txt", "D19..D24 2026-04-03..now"},
    {"unlabelled_nodes.txt", "D19..D24 2026-04-03..now"},
    {"usage_report_program.txt", "D13..D18 2024-10-04..2026-03-10"},
    {"usage_report_program_long.txt", "D13..D18 2024-10-04..2026-03-10"},
    {"framed_usage_report.txt", "D13..D18 2024-10-04..2026-03-10"},
    {"usage_report_spaces.txt", "D18..D24 2026-03-10..now"},
    {"usage_report_spaces_long.txt", "D18..D24 2026-03-10..now"},
    {"oom_report.txt", "D11..D24 2023-03-29..now"},
    {"oom_report_many.txt", "D11..D24 2023-10-02..now"},
    {"oom_report_empty.txt", "D10..D24 2021-11-05..now"},
    {"oom_report_allocations.txt", "D10..D10 2021-09-23..2021-11-05"},
    {"statistics.txt", "D0..D24 2019-03-12..now"},
    {"buffer_info.csv", "D6..D24 2021-01-27..now"},
    {"tpu_abort.txt", "D0..D24 2019-03-12..now"},
    {"tpu_bare.txt", "D0..D24 2019-03-12..now"},
    {"tpu_cores.txt", "D0..D24 2019-03-12..now"},
    {"tpu_hbm.txt", "D18..D24 2025-12-02..now"},
    {"tpu_large.txt", "D0..D24 2019-03-12..now"},
    {"tpu_none.txt", "D0..D24 2019-03-12..now"},
    {"tpu_old.txt", "D0..D24 2019-03-12..now"},
    {"tpu_sparse_core.txt", "D0..D24 2019-03-12..now"},
    {"tpu_stack.txt", "D0..D24 2019-03-12..now"},
    {"tpu_temporaries.txt", "D0..D24 2019-03-12..now"},
    {"tpu_usage.txt", "D0..D24 2019-03-12..now"},
    {"tpu_vmem.txt", "D0..D24 2019-03-12..now"},
    {"message_allocation.txt", "D22..D24 2026-07-23..now"},
    {"message_allocation_bytes.txt", "D0..D18 2019-03-12..2025-11-05"},
    {"message_allocator.txt", "D21..D24 2026-06-15..now"},
    {"message_allocator_retry.txt", "D0..D24 2019-03-12..now"},
    {"message_allocator_summary.txt", "D21..D24 2026-06-15..now"},
    {"message_allocator_summary_f1.txt", "D0..D18 2019-03-12..2025-12-10"},
    {"message_allocator_summary_f2.txt", "D0..D11 2019-03-12..2022-12-09"},
    {"message_allocator_summary_f3.txt", "D0..D11 2019-03-12..2022-12-09"},
    {"message_allocator_summary_f4.txt", "D0..D18 2019-03-12..2025-12-10"},
    {"message_allocator_summary_f4_debug.txt", "D0..D11 2019-03-12..2022-12-09"},
    {"message_allocator_summary_f5.txt", "D18..D21 2025-12-10..2026-06-15"},
    {"message_analysis.txt", "D0..D24 2019-03-12..now"},
    {"message_array_overflow.txt", "D0..D24 2019-03-12..now"},
    {"message_base_limit.txt", "D0..D24 2019-03-12..now"},
    {"message_buffer_failure.txt", "D0..D24 2019-03-12..now"},
    {"message_cpu.txt", "D0..D24 2019-03-12..now"},
    {"message_host_allocation.txt", "D14..D18 2025-01-13..2025-11-05"},
    {"message_host_output.txt", "D0..D24 2019-03-12..now"},
    {"message_program_allocation.txt", "D0..D24 2019-03-12..now"},
    {"message_program_failure.txt", "D0..D24 2019-03-12..now"},
    {"message_program_table.txt", "D0..D24 2019-03-12..now"},
    {"message_rematerialization.txt", "D11..D24 2023-07-12..now"},
    {"message_rematerialization_short.txt", "D0..D24 2019-03-12..now"},
    {"message_request.txt", "D0..D24 2019-03-12..now"},
    {"message_sizes.txt", "D13..D24 2024-02-24..now"},
    {"message_sizes_device.txt", "D10..D24 2022-04-19..now"},
    {"module_text.txt", "D18..D24 2025-12-02..now"},
    {"module_text_short.txt", "D13..D24 2024-08-05..now"},
    {"levels_after_tiles.txt", "D11..D11 2022-09-07..2022-10-27"},
};

std::string replaced(std::string text, std::string_view from, std::string_view to)
{
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

} // namespace

TEST(Eras, InstructionFeaturesSharpenTheDate)
{
    const auto dated = [](std::string_view from, std::string_view to) {
        auto text = golden_dump("d11.txt");
        const auto at = text.find(from);
        text.replace(at, from.size(), to);
        const auto read = accepted(text);
        return date(read.witnesses()).possible.to_string();
    };
    EXPECT_EQ(dated("dimensions={1}", "dimensions={1}, sharding={devices=[2,1]<=[2]}"),
              "D11..D12 2023-06-22..2024-01-16");
    EXPECT_EQ(dated("dimensions={1}", "dimensions={1}, statistics={visualizing_index=0,a=1}"),
              "D11..D12 2023-07-14..2024-01-16");
    EXPECT_EQ(dated("dimensions={1}", "dimensions={1}, operation_queue_id=2"), "D11..D12 2023-11-17..2024-01-15");
    EXPECT_EQ(
        dated("backend_config={\"outer_dimension_partitions\":[\"2\"]}", "backend_config=\"{\\\"a\\\":\\\"1\\\"}\""),
        "D11..D11 2022-09-07..2023-06-06");
}

TEST(Eras, ResultAccuracyStoodBeforeTheTailForSomeWeeks)
{
    const auto shows = [](std::string_view attributes, feature which) {
        auto text = golden_dump("d14.txt");
        const auto at = text.find("dimensions={1}");
        text.replace(at, 14, std::string("dimensions={1}, ").append(attributes));
        const auto read = accepted(text);
        return std::ranges::any_of(read.witnesses(), [&](const witness& w) { return w.which == which; });
    };
    const auto early = feature::early_result_accuracy;
    EXPECT_TRUE(shows("result_accuracy={mode=highest}, sharding={replicated}", early));
    EXPECT_FALSE(shows("sharding={replicated}, result_accuracy={mode=highest}", early));
    EXPECT_FALSE(shows("result_accuracy={mode=highest}", early));
}

TEST(Eras, TwoSpellingsOfOneInstructionFormAreRefused)
{
    auto text = golden_dump("d11.txt");
    const std::string_view from = "dimensions={1}";
    text.replace(text.find(from), from.size(), "dimensions={1}, backend_config=\"{}\"");
    const auto why = refused(text);
    EXPECT_EQ(why.id, finding_id::mixed_eras);
    EXPECT_NE(why.message.find("config without quotes here, dict config in quotes at line"), std::string::npos)
        << why.message;
}

TEST(Eras, EveryGoldenDumpIsDatedAsWrittenByHand)
{
    for (const auto& name : golden_dumps()) {
        const auto expected = written_by_hand.find(name);
        ASSERT_NE(expected, written_by_hand.end()) << name << " has no era here";
        const auto document = accepted(golden_dump(name));
        EXPECT_EQ(date(document.witnesses()).possible.to_string(), expected->second) << name;
    }
    EXPECT_EQ(golden_dumps().size(), written_by_hand.size());
}

TEST(Eras, SetsPrintTheirStatesAndDays)
{
    EXPECT_EQ(era_set::all().to_string(), "D0..D24 2019-03-12..now");
    EXPECT_EQ(parse_era("D14")->to_string(), "D14..D14 2024-11-01..2025-04-14");
    EXPECT_EQ(parse_era("D1")->intervals().size(), 2U);
    EXPECT_EQ(parse_era("2024-02-29")->to_string(), "D13..D13 2024-02-29..2024-02-29");
    for (const auto* wrong : {"", "D25", "d4", "2024-13-01", "2024-00-01", "2018-01-01", "2024-1-1", "2024/01/01"})
        EXPECT_FALSE(parse_era(wrong)) << wrong;
}

TEST(Eras, HaveTheirKindsOfFiles)
{
    using enum ast::dump_kind;
    using kinds = std::vector<ast::dump_kind>;
    const auto of = [](std::string_view day) {
        const auto all = kinds_at(parse_era(day)->intervals().front().begin);
        return kinds(all.begin(), all.end());
    };
    EXPECT_EQ(of("D0"), kinds{assignment});
    EXPECT_EQ(of("D18"), kinds{combined});
    EXPECT_EQ(of("D19"), (kinds{assignment, values, live_range}));
    EXPECT_EQ(of("D24"), (kinds{assignment, values, live_range}));
}

TEST(Eras, StatesFollowOneAnother)
{
    const auto states = dump_states();
    EXPECT_EQ(states.front().begin, begin_of_history);
    EXPECT_EQ(states.back().end, end_of_history);
    for (std::size_t i = 1; i < states.size(); ++i) {
        EXPECT_EQ(states[i - 1].end, states[i].begin) << states[i].name;
        EXPECT_LT(states[i].begin, states[i].end) << states[i].name;
    }
}

TEST(Eras, EveryFeatureHasANameAndATime)
{
    for (std::size_t i = 0; i < feature_count(); ++i) {
        const auto f = info(static_cast<feature>(i));
        EXPECT_FALSE(f.name.empty()) << i;
        ASSERT_FALSE(f.printed.empty()) << f.name;
        for (std::size_t k = 0; k < f.printed.size(); ++k) {
            EXPECT_LT(f.printed[k].begin, f.printed[k].end) << f.name;
            if (k != 0) {
                EXPECT_LT(f.printed[k - 1].end, f.printed[k].begin) << f.name;
            }
        }
    }
}

// Each of these puts a form of one era into a dump of another.
TEST(Eras, MixedFormsAreRefusedWithBothLines)
{
    const auto mixed = [](const std::string& text) {
        const auto why = refused(text);
        EXPECT_EQ(info(why.id).name, "mixed_eras") << why.message;
        EXPECT_NE(why.message.find(" at line "), std::string::npos) << why.message;
        return why;
    };
    const auto pointer = mixed(replaced(golden_dump("d14.txt"), "allocation 2: size", "allocation 2: 0x10, size"));
    EXPECT_EQ(pointer.place.line, 6);
    EXPECT_EQ(pointer.message, "allocation pointer here, no allocation pointer at line 2");
    EXPECT_EQ(mixed(replaced(golden_dump("d10.txt"), "from instruction:%s", "from instruction: %s")).message,
              "`from instruction: ` on its own line here, `from instruction:` without blank at line 35");
    mixed(replaced(golden_dump("d14.txt"), "    add.3: 512 bytes", "    add.3{}: 512 bytes"));
    mixed(replaced(golden_dump("d15.txt"), "    add.3{}: 512 bytes", "    add.3{}: 512 bytes (cumulative: 512 bytes)"));
    mixed(replaced(golden_dump("d21_values.txt"), "  (none)\n", ""));
    mixed(replaced(golden_dump("d14.txt"), " (1.6KiB)", ""));
    mixed(replaced(golden_dump("d3.txt"),
                   "  <9 const.1 @0>, positions:\n  const.1\n uses:\n  reduce.4, operand 1\n [0,4]: f32[]\n",
                   "  const.1[](#9 @0) [0,4]: f32[]\n"));
}

TEST(Eras, OperandShapesAndIndexMarksAreOneChoiceAFile)
{
    const auto marks = refused(replaced(golden_dump("d14.txt"), "/*index=5*/f32[]) tuple", "f32[]) tuple"));
    EXPECT_EQ(marks.id, finding_id::mixed_eras);
    EXPECT_NE(marks.message.find("no index marks here, index marks at line"), std::string::npos) << marks.message;
    const auto operands =
        refused(replaced(golden_dump("d14.txt"), "broadcast(f32[16]{0} %gte.1)", "broadcast(%gte.1)"));
    EXPECT_EQ(operands.id, finding_id::mixed_eras);
    EXPECT_EQ(operands.message.substr(0, 40), "operands without shapes here, operand sh");
}

TEST(Eras, InstructionTextOfAnotherTimeIsAWarning)
{
    const auto text =
        replaced(golden_dump("d10.txt"), "metadata={op_name=\"x\"}", "metadata={op_name=\"x\" stack_frame_id=4}");
    const auto result = parse(text);
    ASSERT_TRUE(result.accepted());
    ASSERT_EQ(result.findings.size(), 1U);
    EXPECT_EQ(result.findings[0].id, finding_id::era_skew);
    EXPECT_EQ(result.findings[0].severity, severity::warning);
    EXPECT_EQ(result.findings[0].message.text(),
              "stack_frame_id is from XLA since Dec 2025 (D18 – D24; jaxlib 0.8.2 and later), "
              "the rest of the file is from XLA Sep 2021 – Sep 2022 (D10; tensorflow 2.7 – 2.10)");
    EXPECT_EQ(print(*result.value), text);
}

TEST(Eras, ParameterShapesTellD17FromD18)
{
    const auto d17 = replaced(golden_dump("d17.txt"), " source_end_line=12 source_column=4 source_end_column=19", "");
    const auto read = accepted(replaced(d17, " source_end_line=13 source_column=4 source_end_column=19", ""));
    EXPECT_EQ(date(read.witnesses()).possible.to_string(), "D17..D17 2025-07-23..2025-08-20");
}

TEST(Eras, TheDecidingFeaturesAreNamed)
{
    const auto text = golden_dump("d16.txt");
    const auto document = accepted(text);
    const auto when = date(document.witnesses());
    ASSERT_TRUE(when.from);
    ASSERT_TRUE(when.until);
    EXPECT_EQ(when.from->which, feature::cumulative_peak_rows);
    EXPECT_EQ(when.until->which, feature::no_stack_trace);
    EXPECT_TRUE(text.substr(static_cast<std::size_t>(when.from->offset)).starts_with(" (cumulative: 512 bytes)"));
}

} // namespace ballast::tests

namespace {

int now() { return 7; }

// Names of the library do not clash with common ones of programs.
TEST(Eras, ProgramsHaveANowOfTheirOwn)
{
    using namespace ballast;
    EXPECT_EQ(now(), 7);
    EXPECT_TRUE(era_set::all().contains(end_of_history - 1));
}

} // namespace
