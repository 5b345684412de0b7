// Attributes are typed, checked strictly, and printed back.
#include "ast/attribute_table.hpp"
#include "ballast/text.hpp"
#include "era/timeline.hpp"
#include "tests/support/attribute_value.hpp"
#include "tests/support/support.hpp"

#include <map>

namespace ballast::tests {

namespace {

using key = ast::attribute_kind;
using op = ast::opcode_kind;

// An instruction from before 2025-03-11, whose operands have shapes.
std::string line_of_old(std::string_view opcode, std::string_view attributes)
{
    auto result = line(opcode, attributes);
    return result.replace(result.find("(%a)"), 4, "(f32[4]{0} %a)");
}

} // namespace

// docs/formats.md says how many opcodes and attributes there are.
TEST(Attributes, AreAsManyAsTheDocumentSays)
{
    const auto opcodes = static_cast<std::size_t>(op::xor_);
    std::size_t pairs = 0;
    std::size_t always = 0;
    for (std::size_t o = 1; o <= opcodes; ++o)
        for (const auto& own : own_keys(static_cast<op>(o))) {
            ++pairs;
            always += own.always ? 1U : 0U;
        }
    std::size_t of_all = 0;
    for (std::size_t a = 1; a < ast::attribute_kind_count; ++a)
        of_all += tail_place(static_cast<key>(a)) != 0 ? 1U : 0U;
    const auto document = read_file(golden().parent_path().parent_path() / "docs" / "formats.md");
    const auto says = [&](const std::string& what) { return document.find(what) != std::string::npos; };
    EXPECT_TRUE(says("opcode (" + std::to_string(opcodes) + ", async suffixes)")) << opcodes;
    EXPECT_TRUE(says("attributes: " + std::to_string(pairs) + " pairs of opcode and key (" + std::to_string(always) +
                     " are always there), and the " + std::to_string(of_all) + " keys"))
        << pairs << ", " << always << ", " << of_all;
}

TEST(Attributes, EveryPairOfTheTableIsTypedAndStrict)
{
    std::size_t pairs = 0;
    for (int o = 1; o <= static_cast<int>(op::xor_); ++o) {
        const ast::opcode opcode{static_cast<op>(o), {}, {}};
        if (opcode.kind == op::constant || opcode.kind == op::parameter) continue;
        for (std::size_t a = 1; a < ast::attribute_kind_count; ++a) {
            const auto k = static_cast<key>(a);
            if (!takes(opcode, k)) continue;
            ++pairs;
            const auto name = std::string(spelling(k));
            if (wrapped_by(opcode.kind) != op::unknown &&
                (k == key::async_group_id || k == key::async_execution_thread || k == key::async_thread_name ||
                 (k == key::output_to_operand_aliasing && !spelling(opcode.kind).ends_with("-done"))))
                continue; // the name is async sugar
            const auto slots = slots_of(opcode);
            const auto slot = k == key::original_value ? key::origin : k;
            if (std::ranges::find(slots.keys.begin(), slots.keys.begin() + slots.count, slot) ==
                slots.keys.begin() + slots.count) {
                // An update or done instruction may have it, if async sugar names it so.
                EXPECT_EQ(kind_of_fault(spelling(opcode.kind), name + "=" + std::string(good_value(opcode.kind, k))),
                          "attribute_order");
                continue;
            }
            const auto good = line(spelling(opcode.kind), name + "=" + std::string(good_value(opcode.kind, k)));
            const auto result = parse(entry::instruction, good);
            ASSERT_TRUE(result.accepted()) << good << ": " << result.findings.front().message.text();
            EXPECT_TRUE(result.findings.empty()) << good;
            EXPECT_EQ(print(*result.value), good);
            const auto& all = std::get<ast::instruction>(result.value->node()).attributes;
            const auto found = std::ranges::find(all, k, [](const ast::attribute& x) { return x.key.kind; });
            ASSERT_NE(found, all.end()) << good;
            const auto& held = *found;
            EXPECT_FALSE(std::holds_alternative<ast::attribute_text>(held.value)) << good;
            const auto bad = line(spelling(opcode.kind), name + "=" + std::string(samples().at(name).bad));
            EXPECT_FALSE(parse(entry::instruction, bad).accepted()) << bad;
        }
    }
    std::printf("%zu pairs of opcode and key are typed\n", pairs);
    EXPECT_EQ(samples().size() + 1, ast::attribute_kind_count);
    EXPECT_GT(pairs, 1700U);
}

TEST(Attributes, WhatTheTableLacksIsKeptAndNoted)
{
    const auto text = line("add", "dimensions={what [ever] \"}\"}, strength=3");
    const auto result = parse(entry::instruction, text);
    ASSERT_TRUE(result.accepted());
    EXPECT_EQ(print(*result.value), text);
    ASSERT_EQ(result.findings.size(), 2U);
    EXPECT_EQ(result.findings[0].message.text(), "unknown attribute `dimensions` of `add`");
    EXPECT_EQ(result.findings[1].message.text(), "unknown attribute `strength` of `add`");
    EXPECT_EQ(result.findings[1].severity, severity::note);
    const auto& i = std::get<ast::instruction>(result.value->node());
    EXPECT_EQ(i.attributes[0].key.kind, key::dimensions);
    EXPECT_EQ(std::get<ast::attribute_text>(i.attributes[0].value).text, "{what [ever] \"}\"}");
    EXPECT_EQ(*i.attributes[1].key.other, "strength");
    // A typed form has no meaning for an opcode that does not take it.
    const auto plain = accepted(entry::instruction, line("add", "dimensions={0,1}"));
    EXPECT_TRUE(
        std::holds_alternative<ast::attribute_text>(std::get<ast::instruction>(plain.node()).attributes[0].value));
    // The tail is the same for every opcode.
    EXPECT_EQ(kind_of_fault("frobnicate", "sharding={replicated=1}"), "sharding");
    EXPECT_TRUE(parse(entry::instruction, line("frobnicate", "kind=kLop")).accepted());
}

TEST(Attributes, FaultsStandAtTheFault)
{
    const auto why = faulty("reduce", "dimensions={0, 1}, to_apply=%f");
    EXPECT_EQ(why.id, finding_id::attribute);
    EXPECT_EQ(why.place.column, 42);
    EXPECT_EQ(why.message, "`dimensions`: expected an integer, found ` 1}, to_apply=%f`");
    EXPECT_EQ(faulty("fusion", "kind=kLop, calls=%c").message, "`kind`: expected `kLoop`, found `kLop,`");
    EXPECT_EQ(kind_of_fault("negate", "metadata={op_name=\"it's\"}"), "metadata");
    EXPECT_EQ(kind_of_fault("negate", "sharding={devices=[2]<=}"), "sharding");
    EXPECT_EQ(kind_of_fault("all-reduce", "replica_groups={{0, 1}}, to_apply=%f"), "replica_groups");
}

TEST(Attributes, OrderAndRepetition)
{
    EXPECT_EQ(kind_of_fault("negate", "metadata={op_name=\"a\"}, sharding={replicated}"), "attribute_order");
    EXPECT_EQ(kind_of_fault("negate", "backend_config={}, metadata={op_name=\"a\"}"), "attribute_order");
    EXPECT_EQ(kind_of_fault("reduce", "to_apply=%f, dimensions={0}"), "attribute_order");
    EXPECT_EQ(kind_of_fault("reduce", "sharding={replicated}, dimensions={0}, to_apply=%f"), "attribute_order");
    EXPECT_EQ(kind_of_fault("fusion", "kind=kLoop, kind=kLoop, calls=%c"), "attribute_order");
    const auto why = faulty("negate", "metadata={op_name=\"a\"}, sharding={replicated}");
    EXPECT_EQ(why.message, "`sharding` after `metadata`, XLA prints it before");
    EXPECT_EQ(why.place.column, static_cast<std::int64_t>(line("negate", "metadata={op_name=\"a\"}").size()) + 3);
    // Lines with async sugar have the tail of the wrapped instruction and their own.
    EXPECT_TRUE(parse(entry::instruction,
                      line("all-to-all-start",
                           "channel_id=1, replica_groups={}, sharding={replicated}, "
                           "frontend_attributes={a=\"b\"}, sharding={replicated}, metadata={op_name=\"a\"}"))
                    .accepted());
    EXPECT_EQ(kind_of_fault("all-to-all-start", "sharding={replicated}, sharding={replicated}, sharding={replicated}"),
              "attribute_order");
    // Update and done instructions have attributes of the wrapped instruction only if these come first. Attributes
    // without a slot have no order.
    for (const auto* wrong :
         {"all-gather-start(%b), dimensions={0}, replica_groups={}", "all-gather-done(%b), dimensions={0}",
          "collective-permute-start(%b), source_target_pairs={{0,1}}, channel_id=1",
          "send-done(%b), metadata={op_name=\"x\"}, channel_id=1",
          "recv-done(%b), sharding={replicated}, sharding={replicated}",
          "add-start(%b), metadata={op_name=\"a\"}, async_execution_thread=\"t\"",
          "async-start(%b), calls=%c, async_execution_thread=\"t\"", "slice-start(%b), slice={[0:1]}, calls=%c"}) {
        const auto result = parse(entry::instruction, "%a = f32[] " + std::string(wrong));
        ASSERT_FALSE(result.accepted()) << wrong;
        EXPECT_EQ(result.findings.front().id, finding_id::attribute_order) << wrong;
    }
    for (const auto* right :
         {"all-gather-start(%b), async_execution_thread=\"t\", replica_groups={}, dimensions={0}, "
          "sharding={replicated}, "
          "sharding={replicated}",
          "fusion-start(%b), kind=kLoop, calls=%c", "async-start(%b), async_execution_thread=\"t\", calls=%c",
          "slice-update(%b), slice={[0:1]}"})
        EXPECT_TRUE(parse(entry::instruction, "%a = f32[] " + std::string(right)).accepted()) << right;
    // For some weeks of 2024 result_accuracy came before the tail.
    EXPECT_TRUE(parse(entry::instruction, line("exponential", "result_accuracy={mode=highest}, sharding={replicated}"))
                    .accepted());
    EXPECT_TRUE(parse(entry::instruction, line("exponential", "sharding={replicated}, result_accuracy={mode=highest}"))
                    .accepted());
    EXPECT_TRUE(parse(entry::instruction, line("exponential-start", "result_accuracy={mode=highest}, "
                                                                    "sharding={replicated}, sharding={replicated}"))
                    .accepted());
}

TEST(DimensionLabels, NameEachDimensionOnce)
{
    for (const auto* right : {"bf_io->bf", "b01f_01io->b01f", "bf0_oi0->0bf", "b?0f_0io->bf0", "f10b_io01->b01f"})
        EXPECT_TRUE(parse(entry::instruction, line("convolution", "dim_labels=" + std::string(right))).accepted())
            << right;
    for (const auto* wrong : {"bbb_?\?\?->000", "bf5_5io->bf5", "bf0_io->bf", "bf0_0io->bf", "b0_0io->b0f", "bf_ii->bf",
                              "bf00_00io->bf00", "bf1_1io->bf1"})
        EXPECT_EQ(kind_of_fault("convolution", "dim_labels=" + std::string(wrong)), "attribute_value") << wrong;
}

TEST(Attributes, AreThereWhereXlaAlwaysPrintsThem)
{
    const auto finding = [](const std::string& text) -> std::string_view {
        const auto result = parse(entry::instruction, text);
        return result.accepted() ? "" : info(result.findings.front().id).name;
    };
    // Every pair is removed once from a line with all attributes of its opcode.
    std::size_t pairs = 0;
    for (int o = 1; o <= static_cast<int>(op::xor_); ++o) {
        const auto opcode = static_cast<op>(o);
        const auto all = pieces_of(completed(spelling(opcode), ""));
        for (const auto& own : own_keys(opcode)) {
            if (!own.always) continue;
            ++pairs;
            std::string text = "%x = f32[4]{0} " + std::string(spelling(opcode)) + "(%a)";
            EXPECT_EQ(finding(line(spelling(opcode), "")), "") << spelling(opcode);
            for (const auto& [k, said] : all)
                if (k != own.key) text.append(", ").append(said);
            const bool older = timeline::shown_without(opcode, own.key).has_value();
            EXPECT_EQ(finding(text), older ? "" : "missing_attribute") << text;
        }
    }
    EXPECT_GE(pairs, 85U);
    for (const auto* wrong :
         {"conditional(%p, %b)", "conditional(%p, %b, %c), true_computation=%t",
          "conditional(%p), false_computation=%t",
          "conditional(%b, %c, %d), true_computation=%x, false_computation=%y, branch_computations={%x}",
          "parameter-start(%b)", "copy-start-start(%b)", "async-done-done(%b)", "slice-start(%b)",
          "all-gather-done(%b), async_execution_thread=\"t\", dimensions={0}"})
        EXPECT_EQ(finding("%a = f32[] " + std::string(wrong)), "missing_attribute") << wrong;
    EXPECT_EQ(faulty("negate", "sharding={devices=[2]0}").message, "tiles for 2 devices, 1 are listed");
    const auto why = refused(entry::instruction, "%a = f32[] fusion(%b), kind=kLoop");
    EXPECT_EQ(why.message, "fusion without `calls`, which XLA always prints");
    EXPECT_EQ(why.place.column, 12);
    // A key that is newer than its opcode dates the line.
    const auto topk = accepted(entry::instruction, "%a = f32[] topk(%b), k=1");
    EXPECT_TRUE(std::ranges::any_of(topk.witnesses(),
                                    [](const witness& w) { return info(w.which).name == "topk without `largest`"; }));
}

TEST(Attributes, DefaultsAreNotPrinted)
{
    for (const auto& [opcode, text] : std::vector<std::pair<std::string_view, std::string_view>>{
             {"convolution", "feature_group_count=1"},
             {"convolution", "batch_group_count=1"},
             {"reshape", "inferred_dimension=-1"},
             {"dot", "operand_precision={default,default}"},
             {"call-start", "async_execution_thread=\"main\""},
             {"infeed", "infeed_config=\"\""},
             {"negate", "backend_config=\"\""},
             {"reduce-window", "window={size=3x1 stride=1x1}, to_apply=%f"},
             {"reduce-window", "window={size=3x1 pad=0_0x0_0}, to_apply=%f"},
             {"reduce-window", "window={size=3x1 stride=2}, to_apply=%f"},
             {"reduce-window", "window={}, to_apply=%f"},
             {"pad", "padding=1_-0_61x2_2_1"},
             {"pad", "padding=0_0_0x1_1_0"},
             {"pad", "padding=0_0_1x1_1"},
             {"slice", "slice={[0:4:1], [0:2:1]}"},
             {"slice", "slice={[0:4:2], [0:2]}"},
             {"sort", "dimensions={0}, is_stable=false, to_apply=%f"},
             {"all-gather", "replica_groups={}, dimensions={0,1}"},
             {"gather", "slice_sizes={{1,2}}"},
             {"collective-permute", "source_target_pairs={}, slice_sizes={1}"},
             {"dot", "algorithm=rng_philox"},
             {"rng-bit-generator", "algorithm=dot_f32_f32_f32"},
             {"batch-norm-training", "epsilon=0.0010000001, feature_index=1"},
         })
        EXPECT_FALSE(parse(entry::instruction, line(opcode, text)).accepted()) << opcode << ": " << text;
    EXPECT_TRUE(parse(entry::instruction, line("custom-call", "window={}, custom_call_target=\"f\"")).accepted());
    EXPECT_TRUE(parse(entry::instruction, line("topk", "k=3, largest=true, is_stable=false")).accepted());
    EXPECT_TRUE(parse(entry::instruction, line("pad", "padding=")).accepted());
}

TEST(Attributes, HoldWhatTheySay)
{
    EXPECT_EQ(list_of(value<ast::integers>("reduce", "dimensions={0,2}").values), (numbers{0, 2}));
    EXPECT_EQ(value<std::int64_t>("get-tuple-element", "index=3"), 3);
    EXPECT_EQ(value<bool>("topk", "k=3, largest=false"), false);
    EXPECT_EQ(value<ast::keyword>("compare", "direction=GE"), ast::keyword::GE);
    EXPECT_EQ(value<ast::keyword>("dot", "algorithm=dot_bf16_bf16_f32_x9"), ast::keyword::dot_bf16_bf16_f32_x9);
    EXPECT_EQ(value<ast::keyword>("custom-call", "custom_call_target=\"f\", api_version=API_VERSION_STATUS_RETURNING"),
              ast::keyword::API_VERSION_STATUS_RETURNING);
    EXPECT_EQ(value<ast::computation>("reduce", "dimensions={0}, to_apply=%sum.1").name, "sum.1");
    const auto branches = value<ast::computations>("conditional", "branch_computations={%a, %b.2}");
    ASSERT_EQ(branches.names.size(), 2U);
    EXPECT_EQ(branches.names[1], "b.2");
    EXPECT_EQ(value<ast::computations>("fusion", "kind=kLoop, calls=%a, %b").names.size(), 2U);
    EXPECT_EQ(value<ast::float_text>("batch-norm-training", "epsilon=1e-05").text, "1e-05");
    const auto slices = value<ast::slice_ranges>("slice", "slice={[0:4:2], [1:3:1]}");
    EXPECT_EQ(slices.dimensions[1], (ast::slice_dimension{1, 3, 1}));
    const auto pads = value<ast::padding_config>("pad", "padding=0_-1_0x2_2_1");
    EXPECT_EQ(pads.dimensions[0], (ast::padding_dimension{0, -1, 0}));
    const auto pairs = value<ast::device_pairs>("collective-permute", "source_target_pairs={{0,1},{1,0}}");
    EXPECT_EQ(pairs.pairs[1], (ast::device_pair{1, 0}));
    const auto w = value<ast::window>(
        "convolution", "window={size=3x1 stride=2x2 pad=1_1x0_-1 lhs_dilate=2x1 rhs_dilate=1x2 rhs_reversal=1x0}");
    EXPECT_EQ(list_of(w.size), (numbers{3, 1}));
    EXPECT_EQ(list_of(w.stride), (numbers{2, 2}));
    EXPECT_EQ(w.pad[1], (ast::window_padding{0, -1}));
    EXPECT_EQ(list_of(w.lhs_dilate), (numbers{2, 1}));
    EXPECT_EQ(list_of(w.rhs_dilate), (numbers{1, 2}));
    EXPECT_TRUE(w.rhs_reversal[0]);
    EXPECT_FALSE(w.rhs_reversal[1]);
    EXPECT_EQ(value<ast::dimension_labels>("convolution", "dim_labels=b01f_01io->b01f").text, "b01f_01io->b01f");
    const auto aliases =
        value<ast::aliases>("fusion", "kind=kLoop, output_to_operand_aliasing={{}: (0, {}), {1,0}: (2, {1})}");
    EXPECT_EQ(list_of(aliases.entries[1].output), (numbers{1, 0}));
    EXPECT_EQ(aliases.entries[1].operand, 2);
    EXPECT_EQ(list_of(aliases.entries[1].operand_index), numbers{1});
    const auto accuracy =
        value<ast::result_accuracy>("exponential", "result_accuracy={tolerance={atol=0,rtol=1e-05,ulps=2}}");
    EXPECT_FALSE(accuracy.highest);
    EXPECT_EQ(accuracy.rtol.text, "1e-05");
    EXPECT_EQ(accuracy.ulps, 2);
    const auto statistics = value<ast::statistics>("negate", "statistics={visualizing_index=-1,a b=1.5,c=2}");
    EXPECT_EQ(statistics.visualizing_index, -1);
    EXPECT_EQ(statistics.entries[0].name, "a b");
    EXPECT_EQ(statistics.entries[1].value.text, "2");
    const auto sparsity = value<ast::sparsity_descriptors>("dot", "sparsity=L.1@2:4_R.0@2:8");
    EXPECT_EQ(sparsity.entries[1], (ast::sparsity_descriptor{true, 0, 2, 8}));
    const auto config =
        value<ast::sparsity_config>("convolution", "sparsity_config={lhs={sparsity=2x4 dimension=1 stride=1 idx=0} "
                                                   "rhs={sparsity=1x4 dimension=0 stride=2 idx=3}}");
    EXPECT_EQ(*config.lhs, (ast::operand_sparsity{2, 4, 1, 1, 0}));
    EXPECT_EQ(config.rhs->index, 3);
    const auto constraints = value<ast::shapes>(
        "custom-call", "custom_call_target=\"f\", operand_layout_constraints={f32[2]{0}, (f32[], s32[])}");
    EXPECT_TRUE(constraints.values[1].is_tuple());
    EXPECT_TRUE(value<ast::shape>("outfeed", "outfeed_shape=(f32[2]{0}, s32[])").is_tuple());
}

TEST(Attributes, OriginsAreTrees)
{
    const auto origin = value<ast::origin>("negate", "origin={({\"w\" {0}}, ({\"x\"}, {}), ())}").tree;
    const auto& parts = std::get<ast::origin_tuple>(origin.form).parts;
    ASSERT_EQ(parts.size(), 3U);
    EXPECT_EQ(std::get<ast::origin_leaf>(parts[0].form).name, "w");
    EXPECT_EQ(list_of(*std::get<ast::origin_leaf>(parts[0].form).index), numbers{0});
    const auto& inner = std::get<ast::origin_tuple>(parts[1].form).parts;
    EXPECT_FALSE(std::get<ast::origin_leaf>(inner[0].form).index);
    EXPECT_FALSE(std::get<ast::origin_leaf>(inner[1].form).name);
    EXPECT_TRUE(std::get<ast::origin_tuple>(parts[2].form).parts.empty());
    EXPECT_TRUE(std::holds_alternative<ast::synthetic_call>(
        value<ast::origin>("call", "to_apply=%f, origin={[synthetic_call]}").tree.form));
    const auto old = value<ast::origin>("negate", "origin={(, {\"a\"})}").tree;
    EXPECT_TRUE(std::get<ast::origin_leaf>(std::get<ast::origin_tuple>(old.form).parts[0].form).invisible);
}

TEST(Attributes, AnOriginNamesTheCallAfterTheTree)
{
    const auto of_call = value<ast::origin>("negate", "origin={{\"a\"},[\"x\"]}");
    EXPECT_EQ(std::get<ast::origin_leaf>(of_call.tree.form).name, "a");
    EXPECT_EQ(of_call.call, "x");
    EXPECT_EQ(value<ast::origin>("call", "to_apply=%f, origin={(),[\"\"]}").call, "");
    EXPECT_FALSE(value<ast::origin>("negate", "origin={{\"a\"}}").call);
    EXPECT_EQ(kind_of_fault("negate", "origin={{\"a\"}, [\"x\"]}"), "attribute");
}

TEST(Attributes, RawStringsMayHoldQuotes)
{
    const auto origin = value<ast::origin>("negate", "origin={{\"a\"b\" {0}}}").tree;
    EXPECT_EQ(std::get<ast::origin_leaf>(origin.form).name, "a\"b");
    // It ends where XLA's parser ends it.
    for (const auto* wrong : {"origin={({\"a\"  {1}}, {\"b\"})}", "origin={({\"a\"{1}}, {\"b\"})}",
                              "origin={({\"a\" }, {\"b\"})}", "origin={({\"a\" {1 ,2}}, {\"b\"})}"})
        EXPECT_EQ(kind_of_fault("negate", wrong), "attribute") << wrong;
    EXPECT_EQ(value<ast::text>("add-start", "async_execution_thread=\"a\"b\"\"").bytes, "a\"b\"");
}

TEST(Attributes, ScalingSaysWhichOperandsScale)
{
    const auto config = value<ast::block_scaling_config>(
        "convolution", "block_scaling_config={lhs={scale_idx=2 zero_idx=4 strides=1x32 steps=1x1} rhs={scale_idx=3}}");
    EXPECT_EQ(config.lhs->scale_index, 2);
    EXPECT_EQ(config.lhs->zero_index, 4);
    EXPECT_EQ(list_of(config.lhs->strides), (numbers{1, 32}));
    EXPECT_EQ(list_of(config.lhs->steps), (numbers{1, 1}));
    EXPECT_EQ(config.rhs->scale_index, 3);
    EXPECT_TRUE(config.rhs->strides.empty());
    EXPECT_EQ(kind_of_fault("dot", "block_scaling_config={}"), "attribute");
}

TEST(Attributes, AModeIsThatOfACollectiveOrOfAShuffle)
{
    EXPECT_EQ(value<ast::keyword>("shuffle", "dimensions={0}, mode=rotate"), ast::keyword::rotate);
    EXPECT_EQ(list_of(value<ast::integers>("shuffle", "dimensions={0}, mode=rotate, shifts={-2}").values), numbers{-2});
    EXPECT_EQ(kind_of_fault("shuffle", "dimensions={0}, mode=cross_replica, shifts={1}"), "attribute_value");
    EXPECT_EQ(kind_of_fault("all-reduce", "mode=rotate, replica_groups={{0}}, to_apply=%f"), "attribute_value");
}

TEST(Attributes, ADeltaWasInBraces)
{
    EXPECT_EQ(value<std::int64_t>("rng-get-and-update-state", "delta=15"), 15);
    EXPECT_EQ(list_of(value<ast::integers>("rng-get-and-update-state", "delta={15}").values), numbers{15});
    EXPECT_EQ(kind_of_fault("rng-get-and-update-state", "delta={1,2}"), "attribute");
}

TEST(Attributes, CollectivesThatAreStartedAliasTheirOperands)
{
    const auto aliases = value<ast::aliases>(
        "all-reduce-start", "replica_groups={{0,1}}, to_apply=%f, output_to_operand_aliasing={{1}: (0, {})}");
    EXPECT_EQ(list_of(aliases.entries[0].output), numbers{1});
    value<ast::frontend_attributes>("all-reduce-start", "replica_groups={{0,1}}, to_apply=%f, "
                                                        "output_to_operand_aliasing={{1}: (0, {})}, "
                                                        "frontend_attributes={a=\"b\"}");
    EXPECT_EQ(kind_of_fault("all-reduce-done", "output_to_operand_aliasing={{1}: (0, {})}"), "attribute_order");
    // An update has no attributes of the wrapped instruction.
    value<ast::aliases>("fusion-update", "output_to_operand_aliasing={{0}: (0, {})}");
}

TEST(Attributes, AnOrderTookThePlaceOfTheType)
{
    const auto when = [](std::string_view attributes) {
        const auto read = parse(entry::instruction, line("compare", attributes));
        return date(read.value->witnesses()).possible.intervals().back();
    };
    EXPECT_EQ(value<ast::keyword>("compare", "direction=LT, order=TOTAL"), ast::keyword::TOTAL);
    EXPECT_EQ(when("direction=LT, order=TOTAL").begin, 202609060000);
    EXPECT_EQ(when("direction=LT, type=TOTALORDER").end, 202609060000);
}

TEST(Attributes, DictsMayHaveBlanksCommentsAndLineFeeds)
{
    for (const std::string_view config :
         {"  {\"a\":1}  ", "// hi\n{\"a\":1} /* bye */", "{\n  \"a\": \"x\ny\"\n}", "\n{\"a\":1}", "{\"a\":1}\r"}) {
        const auto read = value<ast::text>("negate", "backend_config=" + std::string(config));
        EXPECT_EQ(read.bytes, config);
        EXPECT_EQ(read.form, ast::text_form::dict);
    }
    EXPECT_EQ(kind_of_fault("negate", "backend_config= \"a\""), "attribute");
}

TEST(FrontendAttributes, ValuesMayHaveBlanksAndLineFeeds)
{
    const auto entries = [](std::string_view text) {
        return value<ast::frontend_attributes>("negate", "frontend_attributes=" + std::string(text)).entries;
    };
    EXPECT_EQ(entries("{a={} }")[0].value, (ast::text{"{} ", ast::text_form::dict}));
    EXPECT_EQ(entries("{a={\n\"x\":1}\n,b=\"z\"}")[0].value, (ast::text{"{\n\"x\":1}\n", ast::text_form::dict}));
    EXPECT_EQ(entries("{key=\"l1\nl2\",other=\"z\"}")[0].value, (ast::text{"l1\nl2", ast::text_form::raw}));
    EXPECT_EQ(entries("{key=\"say \"hi\"\",other=\"z\"}")[0].value, (ast::text{"say \"hi\"", ast::text_form::raw}));
}

TEST(FrontendAttributes, KeepTheirForms)
{
    const auto entries = [](std::string_view text) {
        return value<ast::frontend_attributes>("negate", "frontend_attributes=" + std::string(text)).entries;
    };
    const auto now_text = entries("{_pairs={{0,1},{1,0}},kind=\"a\\'b\",x.y=\"{\"}");
    ASSERT_EQ(now_text.size(), 3U);
    EXPECT_EQ(now_text[0].value, (ast::text{"{{0,1},{1,0}}", ast::text_form::dict}));
    EXPECT_EQ(now_text[1].value.form, ast::text_form::either);
    EXPECT_EQ(decoded(now_text[1].value), "a'b");
    EXPECT_EQ(decoded(now_text[1].value, 202401010000), "a\\'b");
    const auto raw = entries("{a=\"x \"y\" z\",b=\"it's\"}");
    EXPECT_EQ(raw[0].value, (ast::text{"x \"y\" z", ast::text_form::raw}));
    EXPECT_EQ(raw[1].value.form, ast::text_form::raw);
    EXPECT_EQ(decoded(raw[0].value), "x \"y\" z");
    EXPECT_EQ(entries("{a=1,b=true}")[1].value, (ast::text{"true", ast::text_form::bare}));
    EXPECT_EQ(kind_of_fault("negate", "frontend_attributes={b=\"1\",a=\"2\"}"), "frontend_order");
    EXPECT_EQ(kind_of_fault("negate", "frontend_attributes={a=\"1\",a=\"2\"}"), "frontend_order");
}

TEST(Configs, AreDictsOrEscaped)
{
    const auto config = [](std::string_view text) {
        return value<ast::text>("negate", "backend_config=" + std::string(text));
    };
    EXPECT_EQ(config("{axis_flat = dense<> : tensor<0xi64>, lower = true}").form, ast::text_form::dict);
    EXPECT_EQ(config("{}").bytes, "{}");
    const auto old = config("\"{\\\"a\\\":\\\"1\\\"}\"");
    EXPECT_EQ(old.form, ast::text_form::escaped);
    EXPECT_EQ(decoded(old), "{\"a\":\"1\"}");
    EXPECT_EQ(decoded(config("\"\\010\\001x\"")), std::string("\x08\x01x"));
    for (const auto* wrong :
         {"backend_config=plain", "backend_config=\"\xC3\xA9\"", "backend_config=\"it's\"", "backend_config=\"\\x41\"",
          "backend_config=\"\\101\"", "backend_config={", "backend_config={} x"})
        EXPECT_FALSE(parse(entry::instruction, line("negate", wrong)).accepted()) << wrong;
    EXPECT_EQ(value<ast::text>("call-start", "async_execution_thread=\"it's\"").form, ast::text_form::raw);
}

TEST(Domains, HoldTwoShardings)
{
    const auto d = value<ast::domain>("domain", "domain={kind=\"sharding\", entry={maximal device=1}, exit={}}");
    EXPECT_EQ(d.kind, "sharding");
    EXPECT_EQ(std::get<ast::maximal_sharding>(d.entry.form).device, 1);
    EXPECT_TRUE(std::get<ast::tuple_sharding>(d.exit.form).elements.empty());
}

// XLA prints them without metadata, and therefore without the reduction of unreduced devices.
TEST(Domains, HoldShardingsWithoutMetadata)
{
    for (const auto* wrong :
         {"{replicated metadata={op_name=\"x\"}}", "{{manual}, {replicated metadata={op_name=\"x\"}}}",
          "{mesh['x'=2], replicated, metadata={{op_name=\"x\"}}}"}) {
        const auto domain = [](const std::string& entry, const std::string& exit) {
            return "domain={kind=\"sharding\", entry=" + entry + ", exit=" + exit + "}";
        };
        EXPECT_EQ(kind_of_fault("domain", domain(wrong, "{}")), "default_value") << wrong;
        EXPECT_EQ(kind_of_fault("domain", domain("{}", wrong)), "default_value") << wrong;
    }
    const auto newest = [](std::string_view attributes, std::string_view opcode) {
        const auto result = parse(entry::instruction, line(opcode, attributes));
        EXPECT_TRUE(result.accepted()) << attributes;
        return date(result.value->witnesses()).possible.contains(202610010000);
    };
    EXPECT_TRUE(newest("domain={kind=\"sharding\", entry={unreduced}, exit={}}", "domain"));
    EXPECT_FALSE(newest("sharding={unreduced}", "negate"));
    EXPECT_FALSE(newest("domain={kind=\"sharding\", entry={unreduced}, exit={}}, sharding={unreduced}", "domain"));
}

// The value of a pair that the table lacks is not built: context rules of the typed form do not apply to it.
TEST(Attributes, WhatTheTableLacksIsTextWhateverItLooksLike)
{
    for (const auto attribute : {"literal=s32[2]{0} {1, 2, 3}", "replica_groups=[2,2]<=[2,2]T(0,1,2)",
                                 "window={size=2 stride=2x2}", "outfeed_shape=f32[2,3]{1,1}", "slice={[0:1:1]}"}) {
        const auto text = line("add", attribute);
        const auto result = parse(entry::instruction, text);
        ASSERT_TRUE(result.accepted()) << text << ": " << result.findings.front().message.text();
        ASSERT_EQ(result.findings.size(), 1U);
        EXPECT_EQ(result.findings.front().id, finding_id::unknown_attribute);
        EXPECT_EQ(print(*result.value), text);
    }
    EXPECT_EQ(kind_of_fault("custom-call", "custom_call_target=\"x\", literal=s32[2]{0} {1, 2, 3}"), "literal_shape");
}

// If several texts have one meaning, XLA prints only one of them.
TEST(Attributes, AreInTheFormThatXlaChooses)
{
    EXPECT_EQ(kind_of_fault("convolution", "dim_labels=b01f??_0?1io->b01f"), "attribute_value");
    EXPECT_EQ(kind_of_fault("convolution", "dim_labels=b01f_01io->b01f?"), "attribute_value");
    EXPECT_EQ(kind_of_fault("negate", "control-predecessors={%a, %b, %a}"), "attribute_value");
    for (const auto* wrong : {"statistics={visualizing_index=0, a=1}", "origin={{\"\"}}", "origin={{\"\" {1}}}",
                              "origin={{\"a\" {}}}", "origin={({\"a\"}, {\"b\" {}})}"})
        EXPECT_EQ(kind_of_fault("negate", wrong), "attribute") << wrong;
    EXPECT_EQ(kind_of_fault("convolution", "dim_labels=bf_io->bf, sparsity_config={}"), "attribute");
    EXPECT_EQ(info(refused(entry::instruction, "%x = f32[4]{0} domain(%a)").id).name, "missing_attribute");
    for (const auto* right : {"statistics={visualizing_index=0,a b=1}", "origin={{}}", "origin={({\"a\" {1}}, {})}"})
        EXPECT_TRUE(parse(entry::instruction, line("negate", right)).accepted()) << right;
}

// Until 2024 update and done instructions repeated the attributes of the wrapped instruction, including those that
// every opcode has.
TEST(Attributes, OfTheWrappedInstructionDateItsEnd)
{
    const auto possible = [](std::string_view opcode, std::string_view attributes) {
        const auto result = parse(entry::instruction, line_of_old(opcode, attributes));
        EXPECT_TRUE(result.accepted()) << attributes;
        return date(result.value->witnesses()).possible;
    };
    constexpr commit_time during = 202301010000;
    constexpr commit_time after = 202501010000;
    for (const auto* attributes : {"sharding={manual}, sharding={manual}", "control-predecessors={%q}, sharding={}",
                                   "sharding={manual}, frontend_attributes={a=\"1\"}, sharding={manual}"})
        for (const auto* opcode : {"not-done", "not-update"}) {
            EXPECT_TRUE(possible(opcode, attributes).contains(during)) << opcode << attributes;
            EXPECT_FALSE(possible(opcode, attributes).contains(after)) << opcode << attributes;
        }
    EXPECT_TRUE(possible("not-done", "sharding={manual}, control-predecessors={%q}").contains(after));
    EXPECT_TRUE(possible("not-start", "sharding={manual}, sharding={manual}").contains(after));
    // If a computation is only wrapped by name, nothing is repeated.
    EXPECT_EQ(kind_of_fault("async-done", "sharding={manual}, sharding={manual}"), "attribute_order");
}

// A dict with blanks around it is a dict: in quotes it is older.
TEST(Attributes, QuotedDictsWithBlanksAreDatedAsDicts)
{
    const auto possible = [](std::string_view attributes) {
        const auto result = parse(entry::instruction, line_of_old("negate", attributes));
        EXPECT_TRUE(result.accepted()) << attributes;
        return date(result.value->witnesses()).possible;
    };
    constexpr commit_time after = 202501010000;
    for (const auto* text : {"backend_config=\" {}\"", "backend_config=\"{} \"", "backend_config=\"\\n{}\"",
                             "frontend_attributes={a=\"{} \"}", "frontend_attributes={a=\" {}\"}"})
        EXPECT_FALSE(possible(text).contains(after)) << text;
    for (const auto* text : {"backend_config=\"{} x\"", "backend_config={}", "frontend_attributes={a=\"{} x\"}"})
        EXPECT_TRUE(possible(text).contains(after)) << text;
    // A dict if it was escaped: then it had no quotes, so the bytes are those of the value.
    const auto possible_now = [](std::string_view attributes) {
        const auto result = parse(entry::instruction, line("negate", attributes));
        return date(result.value->witnesses()).possible;
    };
    constexpr commit_time escaped = 202505010000;
    EXPECT_TRUE(possible_now("frontend_attributes={a=\"\\n{} x\"}").contains(escaped));
    EXPECT_FALSE(possible_now("frontend_attributes={a=\"\\n{}\"}").contains(escaped));
}

TEST(Attributes, MessagesStayShortWhateverTheTextHolds)
{
    const std::string key(5000, 'k');
    const auto result = parse(entry::instruction, line("add", key + "=1"));
    ASSERT_EQ(result.findings.size(), 1U);
    EXPECT_LT(result.findings.front().message.text().size(), 200U);
    EXPECT_NE(result.findings.front().message.text().find("kkk…`"), std::string::npos);
}

} // namespace ballast::tests
