// Instructions: operands and opcodes of all times.
#include "tests/support/attribute_value.hpp"
#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(Instructions, OperandsInBothEras)
{
    const auto old = accepted(entry::instruction, "%d = f32[8,4]{1,0} dot(f32[8,16]{1,0} %p0.1, f32[16,4]{1,0} %w), "
                                                  "lhs_contracting_dims={1}, rhs_contracting_dims={0}");
    const auto& i = std::get<ast::instruction>(old.node());
    EXPECT_EQ(i.name, "d");
    EXPECT_EQ(i.opcode.kind, ast::opcode_kind::dot);
    EXPECT_EQ(operands(i)[1].name, "w");
    EXPECT_EQ(dims(*operands(i)[1].detail->shape), (numbers{16, 4}));
    const auto now_text = accepted(entry::instruction, "%d = f32[] add(%a, null , %b)");
    const auto& j = std::get<ast::instruction>(now_text.node());
    EXPECT_EQ(operands(j).size(), 3U);
    EXPECT_TRUE(operands(j)[1].name.empty());
    EXPECT_EQ(print(now_text), "%d = f32[] add(%a, null , %b)");
    EXPECT_EQ(refused(entry::instruction, "%d = f32[] add(%a, f32[] %b)").id, finding_id::operand_shapes);
    EXPECT_EQ(refused(entry::instruction, "%d = f32[] add(f32[] %a, %b)").id, finding_id::operand_shapes);
}

TEST(Instructions, OpcodesAndAsyncSugar)
{
    const auto opcode = [](std::string_view name) {
        const auto text = line(name, "");
        const auto f = accepted(entry::instruction, text);
        EXPECT_EQ(print(f), text);
        return std::get<ast::instruction>(f.node()).opcode;
    };
    EXPECT_EQ(opcode("all-to-all-start").kind, ast::opcode_kind::all_to_all);
    EXPECT_EQ(opcode("all-to-all-start").suffix, ast::async_suffix::start);
    EXPECT_EQ(opcode("copy-start").kind, ast::opcode_kind::copy_start);
    EXPECT_EQ(opcode("copy-start").suffix, ast::async_suffix::none);
    EXPECT_EQ(opcode("async-update").kind, ast::opcode_kind::async_update);
    EXPECT_EQ(opcode("dynamic-update-slice-done").suffix, ast::async_suffix::done);
    EXPECT_EQ(opcode("while").kind, ast::opcode_kind::while_);
    EXPECT_EQ(opcode("tuple-select").kind, ast::opcode_kind::tuple_select);
    const auto result = parse(entry::instruction, "%x = f32[] frobnicate-start(%y), strength=3");
    ASSERT_TRUE(result.accepted());
    EXPECT_EQ(result.findings.front().message.text(), "unknown opcode `frobnicate`");
    EXPECT_EQ(print(*result.value), "%x = f32[] frobnicate-start(%y), strength=3");
}

TEST(Instructions, TextAroundThemIsRefused)
{
    for (const auto* wrong :
         {"", "ROOT %x = f32[] parameter(0)", " %x = f32[] parameter(0)", "%x = f32[] parameter(0) ",
          "%x = f32[] parameter(0)\n", "%x = f32[] parameter(0)\r", "x = f32[] parameter(0)", "%x = f32[] add(%a,%b)",
          "%x = f32[] add(%a), metadata={op_name=\"it's\"}",
          "%x = f32[] add(%a), metadata={source_line=3 op_name=\"x\"}"})
        EXPECT_FALSE(parse(entry::instruction, wrong).accepted()) << wrong;
}

// Since 2026-08-22: the attributes of all-reduce and, always, has_dynamic_root.
TEST(Instructions, CollectiveReduceIsKnown)
{
    const std::string text = "%r = f32[4]{0} collective-reduce(%a), channel_id=1, replica_groups={{0,1}}, "
                             "use_global_device_ids=true, has_dynamic_root=false, to_apply=%sum";
    const auto result = parse(entry::instruction, text);
    ASSERT_TRUE(result.accepted());
    EXPECT_TRUE(result.findings.empty());
    EXPECT_EQ(print(*result.value), text);
    const auto possible = date(result.value->witnesses()).possible;
    EXPECT_FALSE(possible.contains(202608210000));
    EXPECT_TRUE(possible.contains(202608220000));
    // The key comes before to_apply, as in the table.
    EXPECT_FALSE(
        parse(entry::instruction, "%r = f32[] collective-reduce(%a), to_apply=%s, has_dynamic_root=true").accepted());
}

} // namespace ballast::tests
