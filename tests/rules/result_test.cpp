// The shapes of results that follow from operands and attributes.
#include "rules/result.hpp"

#include "ballast/read.hpp"
#include "check/configuration.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace ballast::rules {

namespace {

// Whether the result of an instruction fits the shapes of its operands, which older dumps print. The context rules must
// have nothing against it.
bool fits(std::string_view text)
{
    const auto read = parse(entry::instruction, text);
    EXPECT_TRUE(read.accepted()) << text << "\n" << read.findings.front().message.text();
    if (!read.accepted()) return false;
    const auto& made = std::get<ast::instruction>(read.value->node());
    std::vector<const ast::shape*> operands;
    for (const auto& operand : std::get<ast::list<ast::operand>>(made.body))
        operands.push_back(operand.detail->shape.get());
    EXPECT_TRUE(has_result_rule(made.opcode.kind)) << text;
    return result_fits({made.opcode.kind, made.shape.get(), operands, made.attributes, false});
}

struct pair_of_texts {
    std::string_view right;
    std::string_view wrong;
};

constexpr pair_of_texts pairs[] = {
    {"%x = f32[2,4]{1,0} all-to-all(f32[4,2]{1,0} %a), replica_groups={}, dimensions={0}",
     "%x = f32[2,4]{1,0} all-to-all(f32[4,3]{1,0} %a), replica_groups={}, dimensions={0}"},
    {"%x = f32[8]{0} all-to-all(f32[8]{0} %a), replica_groups={}, dimensions={0}",
     "%x = f64[8]{0} all-to-all(f32[8]{0} %a), replica_groups={}, dimensions={0}"},
    {"%x = f32[8]{0} add(f32[8]{0} %a, f32[8]{0} %b)", "%x = f32[8]{0} add(f32[8]{0} %a, f32[9]{0} %b)"},
    {"%x = f32[8]{0:S(1)} copy(f32[8]{0} %a)", "%x = f64[8]{0} copy(f32[8]{0} %a)"},
    {"%x = f32[] abs(c64[] %a)", "%x = c64[] abs(c64[] %a)"},
    {"%x = c128[] complex(f64[] %a, f64[] %b)", "%x = c64[] complex(f64[] %a, f64[] %b)"},
    {"%x = pred[8]{0} compare(s32[8]{0} %a, s32[8]{0} %b), direction=EQ",
     "%x = s32[8]{0} compare(s32[8]{0} %a, s32[8]{0} %b), direction=EQ"},
    {"%x = f64[8]{0} convert(s32[8]{0} %a)", "%x = f64[9]{0} convert(s32[8]{0} %a)"},
    {"%x = f32[8]{0} select(pred[] %p, f32[8]{0} %a, f32[8]{0} %b)",
     "%x = f32[8]{0} select(pred[9]{0} %p, f32[8]{0} %a, f32[8]{0} %b)"},
    {"%x = f32[8]{0} clamp(f32[] %l, f32[8]{0} %a, f32[] %h)",
     "%x = f32[8]{0} clamp(f32[] %l, f32[8]{0} %a, f64[] %h)"},
    {"%x = f32[2,4]{1,0} reshape(f32[8]{0} %a)", "%x = f32[2,5]{1,0} reshape(f32[8]{0} %a)"},
    {"%x = s32[8]{0} bitcast(f32[8]{0} %a)", "%x = s64[8]{0} bitcast(f32[8]{0} %a)"},
    {"%x = f32[3,2]{1,0} transpose(f32[2,3]{1,0} %a), dimensions={1,0}",
     "%x = f32[2,3]{1,0} transpose(f32[2,3]{1,0} %a), dimensions={1,0}"},
    {"%x = f32[4,3]{1,0} broadcast(f32[3]{0} %a), dimensions={1}",
     "%x = f32[4,3]{1,0} broadcast(f32[3]{0} %a), dimensions={0}"},
    {"%x = f32[2,7]{1,0} concatenate(f32[2,3]{1,0} %a, f32[2,4]{1,0} %b), dimensions={1}",
     "%x = f32[2,8]{1,0} concatenate(f32[2,3]{1,0} %a, f32[2,4]{1,0} %b), dimensions={1}"},
    {"%x = f32[2,3]{1,0} slice(f32[9,5]{1,0} %a), slice={[1:3:1], [0:5:2]}",
     "%x = f64[2,3]{1,0} slice(f32[9,5]{1,0} %a), slice={[1:3:1], [0:5:2]}"},
    {"%x = f32[2]{0} dynamic-slice(f32[9]{0} %a, s32[] %i), dynamic_slice_sizes={2}",
     "%x = f64[2]{0} dynamic-slice(f32[9]{0} %a, s32[] %i), dynamic_slice_sizes={2}"},
    {"%x = f32[9]{0} dynamic-update-slice(f32[9]{0} %a, f32[2]{0} %u, s32[] %i)",
     "%x = f32[8]{0} dynamic-update-slice(f32[9]{0} %a, f32[2]{0} %u, s32[] %i)"},
    {"%x = f32[3,9]{1,0} pad(f32[2,4]{1,0} %a, f32[] %v), padding=0_1_0x2_0_1",
     "%x = f32[3,8]{1,0} pad(f32[2,4]{1,0} %a, f32[] %v), padding=0_1_0x2_0_1"},
    {"%x = f32[2]{0} reduce(f32[2,3]{1,0} %a, f32[] %i), dimensions={1}, to_apply=%sum",
     "%x = f32[3]{0} reduce(f32[2,3]{1,0} %a, f32[] %i), dimensions={1}, to_apply=%sum"},
    {"%x = (f32[2]{0}, s32[2]{0}) reduce(f32[2,3]{1,0} %a, s32[2,3]{1,0} %b, f32[] %i, s32[] %k), dimensions={1}, "
     "to_apply=%f",
     "%x = (f32[2]{0}, f32[2]{0}) reduce(f32[2,3]{1,0} %a, s32[2,3]{1,0} %b, f32[] %i, s32[] %k), dimensions={1}, "
     "to_apply=%f"},
    {"%x = f32[5,2,4]{2,1,0} dot(f32[5,2,3]{2,1,0} %a, f32[5,3,4]{2,1,0} %b), lhs_batch_dims={0}, "
     "lhs_contracting_dims={2}, rhs_batch_dims={0}, rhs_contracting_dims={1}",
     "%x = f32[5,2,4]{2,1,0} dot(f32[5,2,3]{2,1,0} %a, f32[5,3,4]{2,1,0} %b), lhs_batch_dims={0}, "
     "lhs_contracting_dims={1}, rhs_batch_dims={0}, rhs_contracting_dims={1}"},
    {"%x = f32[5,4]{1,0} gather(f32[9,4]{1,0} %a, s32[5,1]{1,0} %i), offset_dims={1}, collapsed_slice_dims={0}, "
     "start_index_map={0}, index_vector_dim=1, slice_sizes={1,4}",
     "%x = f32[5,4]{1,0} gather(f32[9,4]{1,0} %a, s32[5,1]{1,0} %i), offset_dims={1}, collapsed_slice_dims={0}, "
     "start_index_map={0}, index_vector_dim=1, slice_sizes={1,3}"},
    {"%x = f32[4]{0} reduce-window(f32[9]{0} %a, f32[] %i), window={size=3 stride=2}, to_apply=%max",
     "%x = f32[5]{0} reduce-window(f32[9]{0} %a, f32[] %i), window={size=3 stride=2}, to_apply=%max"},
    {"%x = f32[1,8,8,6]{3,2,1,0} convolution(f32[1,8,8,3]{3,2,1,0} %a, f32[3,3,3,6]{3,2,1,0} %k), "
     "window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f",
     "%x = f32[1,8,8,6]{3,2,1,0} convolution(f32[1,8,8,3]{3,2,1,0} %a, f32[3,3,3,6]{3,2,1,0} %k), "
     "window={size=3x3 pad=1_1x0_1}, dim_labels=b01f_01io->b01f"},
    {"%x = f32[8,2]{1,0} all-gather(f32[4,2]{1,0} %a), channel_id=1, replica_groups={}, dimensions={0}",
     "%x = f32[9,2]{1,0} all-gather(f32[4,2]{1,0} %a), channel_id=1, replica_groups={}, dimensions={0}"},
    {"%x = f32[4,2]{1,0} reduce-scatter(f32[8,2]{1,0} %a), channel_id=1, replica_groups={}, dimensions={0}, "
     "to_apply=%f",
     "%x = f32[3,2]{1,0} reduce-scatter(f32[8,2]{1,0} %a), channel_id=1, replica_groups={}, dimensions={0}, "
     "to_apply=%f"},
    {"%x = (f32[4]{0}, s32[]) all-reduce(f32[4]{0} %a, s32[] %b), replica_groups={}, to_apply=%f",
     "%x = (f32[4]{0}, s32[]) all-reduce(f32[4]{0} %a), replica_groups={}, to_apply=%f"},
    {"%x = (f32[4]{0}, s32[]) tuple(f32[4]{0} %a, s32[] %b)", "%x = (f32[4]{0}, s32[]) tuple(f32[5]{0} %a, s32[] %b)"},
    {"%x = s32[] get-tuple-element((f32[4]{0}, s32[]) %a), index=1",
     "%x = s32[] get-tuple-element((f32[4]{0}, s32[]) %a), index=0"},
    {"%x = (f32[4]{0:S(1)}, f32[4]{0}, u32[]) copy-start(f32[4]{0} %a)",
     "%x = (f32[4]{0:S(1)}, f32[5]{0}, u32[]) copy-start(f32[4]{0} %a)"},
    {"%x = f32[4]{0} copy-done((f32[4]{0}, f32[4]{0:S(1)}, u32[]) %a)",
     "%x = f32[5]{0} copy-done((f32[4]{0}, f32[4]{0:S(1)}, u32[]) %a)"},
};

} // namespace

TEST(ResultRules, TakeWhatFollowsAndNothingElse)
{
    for (const auto& [right, wrong] : pairs) {
        EXPECT_TRUE(fits(right)) << right;
        EXPECT_FALSE(fits(wrong)) << wrong;
    }
}

TEST(ResultRules, SayNothingOfUnknownShapes)
{
    EXPECT_TRUE(fits("%x = f32[8]{0} add(%a, %b)"));
    EXPECT_TRUE(fits("%x = f32[2,4]{1,0} reshape(f32[<=8]{0} %a)"));
    // Different floating-point types of tiled arrays mean a TPU.
    EXPECT_TRUE(fits("%x = bf16[8]{0:T(256)} add(f32[8]{0:T(256)} %a, f32[8]{0:T(256)} %b)"));
}

TEST(ResultRules, TakeHostileNumbers)
{
    for (const std::string_view text : {"%x = f32[1]{0} slice(f32[1]{0} %a), slice={[0:9223372036854775807:1]}",
                                        "%x = f32[2]{0} transpose(f32[2]{0} %a), dimensions={9223372036854775807}"})
        EXPECT_FALSE(parse(entry::instruction, text).accepted()) << text;
    fits("%x = f32[1]{0} pad(f32[9223372036854775807]{0} %a, f32[] %v), padding=9223372036854775807_9_9");
    fits("%x = f32[1]{0} reduce-window(f32[4]{0} %a, f32[] %i), window={size=9223372036854775807 stride=2}, "
         "to_apply=%f");
    fits("%x = f32[1]{0} reduce-window(f32[4]{0} %a, f32[] %i), window={size=1 stride=0}, to_apply=%f");
}

TEST(Configurations, HaveMembersInAnyOrder)
{
    EXPECT_TRUE(checking::same_configuration(R"({"a":1,"b":[{"c":"x"},2]})", R"({"b": [{"c":"x"}, 2], "a": 1})"));
    EXPECT_FALSE(checking::same_configuration(R"({"a":1,"b":[2,3]})", R"({"a":1,"b":[3,2]})"));
    EXPECT_FALSE(checking::same_configuration(R"({"a":1,"b":2})", R"({"a":2,"b":1})"));
    EXPECT_FALSE(checking::same_configuration(R"({"a":1)", R"({"a":2)"));
    EXPECT_TRUE(checking::same_configuration("plain", "plain"));
    EXPECT_FALSE(checking::same_configuration(std::string(100, '['), std::string(101, '[')));
}

} // namespace ballast::rules
