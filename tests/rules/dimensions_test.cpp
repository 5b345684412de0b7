// Checks of attributes that count or name dimensions against shapes.
#include "tests/support/well_formed.hpp"

namespace ballast::tests {

namespace {

struct line_pair {
    std::string_view good;
    std::string_view bad; // slightly changed
};

constexpr line_pair pairs[] = {
    {"%x = f32[8,16]{1,0} broadcast(f32[16]{0} %a), dimensions={1}",
     "%x = f32[8,16]{1,0} broadcast(f32[16]{0} %a), dimensions={2}"},
    {"%x = f32[8,16]{1,0} broadcast(f32[] %a), dimensions={}",
     "%x = f32[8,16]{1,0} broadcast(f32[] %a), dimensions={0}"},
    {"%x = f32[8,8]{1,0} broadcast(f32[8,8]{1,0} %a), dimensions={1,0}",
     "%x = f32[8,8]{1,0} broadcast(f32[8,8]{1,0} %a), dimensions={1,1}"},
    {"%x = f32[8,16]{1,0} broadcast(%a), dimensions={1}", "%x = f32[8,16]{1,0} broadcast(%a), dimensions={2}"},
    {"%x = f32[8,16]{1,0} transpose(f32[16,8]{1,0} %a), dimensions={1,0}",
     "%x = f32[8,16]{1,0} transpose(f32[16,8]{1,0} %a), dimensions={1}"},
    {"%x = f32[8,16]{1,0} transpose(%a), dimensions={1,0}", "%x = f32[8,16]{1,0} transpose(%a), dimensions={0,0}"},
    {"%x = f32[8,16]{1,0} reverse(f32[8,16]{1,0} %a), dimensions={0,1}",
     "%x = f32[8,16]{1,0} reverse(f32[8,16]{1,0} %a), dimensions={0,2}"},
    {"%x = f32[8]{0} reduce(f32[8,16]{1,0} %a, f32[] %z), dimensions={1}, to_apply=%sum",
     "%x = f32[8]{0} reduce(f32[8,16]{1,0} %a, f32[] %z), dimensions={0,1}, to_apply=%sum"},
    {"%x = (f32[], s32[]) reduce(f32[8]{0} %a, s32[8]{0} %b, f32[] %y, s32[] %z), dimensions={0}, to_apply=%sum",
     "%x = (f32[], s32[]) reduce(f32[8]{0} %a, s32[8]{0} %b, f32[] %y, s32[] %z), dimensions={1}, to_apply=%sum"},
    {"%x = f32[8,16]{1,0} map(f32[8,16]{1,0} %a), dimensions={0,1}, to_apply=%f",
     "%x = f32[8,16]{1,0} map(f32[8,16]{1,0} %a), dimensions={1,0}, to_apply=%f"},
    {"%x = f32[8,16]{1,0} concatenate(%a, %b), dimensions={1}",
     "%x = f32[8,16]{1,0} concatenate(%a, %b), dimensions={2}"},
    {"%x = f32[8,16]{1,0} concatenate(%a, %b), dimensions={0}",
     "%x = f32[8,16]{1,0} concatenate(%a, %b), dimensions={0,1}"},
    {"%x = (f32[8]{0}, s32[8]{0}) sort(%a, %b), dimensions={0}, to_apply=%less",
     "%x = (f32[8]{0}, s32[8]{0}) sort(%a, %b), dimensions={1}, to_apply=%less"},
    {"%x = f32[8,16]{1,0} all-gather(%a), replica_groups={{0,1}}, dimensions={1}",
     "%x = f32[8,16]{1,0} all-gather(%a), replica_groups={{0,1}}, dimensions={2}"},
    {"%x = s32[] get-dimension-size(f32[8,16]{1,0} %a), dimensions={1}",
     "%x = s32[] get-dimension-size(f32[8,16]{1,0} %a), dimensions={2}"},
    {"%x = s32[8]{0} iota(), iota_dimension=0", "%x = s32[8]{0} iota(), iota_dimension=1"},
    {"%x = f32[4]{0} slice(f32[8]{0} %a), slice={[4:8]}", "%x = f32[4]{0} slice(f32[8]{0} %a), slice={[5:9]}"},
    {"%x = f32[3]{0} slice(f32[8]{0} %a), slice={[0:8:3]}", "%x = f32[2]{0} slice(f32[8]{0} %a), slice={[0:8:3]}"},
    {"%x = f32[0]{0} slice(f32[8]{0} %a), slice={[3:3]}", "%x = f32[0]{0} slice(f32[8]{0} %a), slice={[3:2]}"},
    {"%x = f32[4]{0} slice(%a), slice={[4:8]}", "%x = f32[4]{0} slice(%a), slice={[4:8], [0:1]}"},
    {"%x = f32[4]{0} slice(%a), slice={[0:7:2]}", "%x = f32[4]{0} slice(%a), slice={[0:7:0]}"},
    {"%x = f32[4,1]{1,0} dynamic-slice(%a, %i, %j), dynamic_slice_sizes={4,1}",
     "%x = f32[4,1]{1,0} dynamic-slice(%a, %i, %j), dynamic_slice_sizes={4,2}"},
    {"%x = f32[4]{0} pad(f32[2]{0} %a, f32[] %z), padding=1_1",
     "%x = f32[4]{0} pad(f32[2]{0} %a, f32[] %z), padding=1_1x0_0"},
    {"%x = f32[4,4]{1,0} reduce-window(f32[8,8]{1,0} %a, f32[] %z), window={size=2x2 stride=2x2}, to_apply=%max",
     "%x = f32[4,4]{1,0} reduce-window(f32[8,8]{1,0} %a, f32[] %z), window={size=2 stride=2}, to_apply=%max"},
    {"%x = f32[1,4,8]{2,1,0} convolution(f32[1,4,2]{2,1,0} %a, f32[3,2,8]{2,1,0} %k), window={size=3 pad=1_1}, "
     "dim_labels=b0f_0io->b0f",
     "%x = f32[1,4,8]{2,1,0} convolution(f32[1,4,2]{2,1,0} %a, f32[3,2,8]{2,1,0} %k), window={size=3x1 pad=1_1x0_0}, "
     "dim_labels=b0f_0io->b0f"},
    {"%x = f32[1,8]{1,0} convolution(%a, %k), dim_labels=bf_io->bf",
     "%x = f32[1,8]{1,0} convolution(%a, %k), dim_labels=b0f_0io->b0f"},
    {"%x = f32[4,5]{1,0} dot(f32[4,3]{1,0} %a, f32[3,5]{1,0} %b), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
     "%x = f32[4,5]{1,0} dot(f32[4,3]{1,0} %a, f32[3,5]{1,0} %b), lhs_contracting_dims={1}, rhs_contracting_dims={2}"},
    {"%x = f32[] dot(%a, %b), lhs_contracting_dims={0,1}, rhs_contracting_dims={1,0}",
     "%x = f32[] dot(%a, %b), lhs_contracting_dims={0,1}, rhs_contracting_dims={1}"},
    {"%x = f32[2,4]{1,0} dot(%a, %b), lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={0}, "
     "rhs_contracting_dims={1}",
     "%x = f32[2,4]{1,0} dot(%a, %b), lhs_batch_dims={0}, lhs_contracting_dims={0}, rhs_batch_dims={0}, "
     "rhs_contracting_dims={1}"},
    {"%x = f32[4,5]{1,0} dot(f32[4,3]{1,0} %a, f32[3,5]{1,0} %b), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
     "%x = f32[4]{0} dot(f32[4,3]{1,0} %a, f32[3,5]{1,0} %b), lhs_contracting_dims={1}, rhs_contracting_dims={0}"},
    {"%x = f32[2]{0} gather(f32[8,4]{1,0} %a, s32[2,1]{1,0} %i), offset_dims={}, collapsed_slice_dims={0,1}, "
     "start_index_map={0}, index_vector_dim=1, slice_sizes={1,1}",
     "%x = f32[2]{0} gather(f32[8,4]{1,0} %a, s32[2,1]{1,0} %i), offset_dims={}, collapsed_slice_dims={0,1}, "
     "start_index_map={0}, index_vector_dim=1, slice_sizes={1}"},
    {"%x = f32[<=4]{0} slice(f32[<=8]{0} %a), slice={[0:4]}", "%x = f32[<=4]{0} slice(f32[<=8]{0} %a), slice={[0:8]}"},
    {"%x = f32[<=4]{0} dynamic-slice(f32[8]{0} %a, s32[] %i), dynamic_slice_sizes={4}",
     "%x = f32[<=4]{0} dynamic-slice(f32[8]{0} %a, s32[] %i), dynamic_slice_sizes={5}"},
};

} // namespace

TEST(Dimensions, FitTheShapesOfTheirInstruction)
{
    for (const auto& [good, bad] : pairs) {
        const auto read = parse(entry::instruction, good);
        EXPECT_TRUE(read.accepted()) << good << ": " << (read.findings.empty() ? "" : read.findings[0].message.text());
        const auto fault = parse(entry::instruction, bad);
        ASSERT_FALSE(fault.accepted()) << bad;
        EXPECT_EQ(fault.findings.front().id, finding_id::attribute_shape)
            << bad << ": " << fault.findings[0].message.text();
    }
}

// Unknown shapes are not compared: results of other instructions, wrapped instructions, shapes that are not arrays,
// custom calls.
TEST(Dimensions, AreHeldAgainstShapesThatAreThere)
{
    for (const auto* line : {
             "%x = ((f32[16]{0}), f32[8,16]{1,0}) broadcast-start(f32[16]{0} %a), dimensions={1}",
             "%x = token[] all-gather(%a), replica_groups={}, dimensions={3}",
             "%x = (f32[8]{0}, u8[0]{0}) custom-call(%a, %b), window={size=3x3}, dim_labels=b01f_01io->b01f, "
             "custom_call_target=\"__cudnn$convForward\"",
             "%x = f32[?]{0} slice(%a), slice={[0:8]}",
         })
        EXPECT_TRUE(parse(entry::instruction, line).accepted()) << line;
}

TEST(Dimensions, OfATreeThatWasBuiltAreHeldAsWell)
{
    const auto read = accepted(entry::instruction, "%x = f32[8,16]{1,0} broadcast(f32[16]{0} %a), dimensions={1}");
    auto node = std::get<ast::instruction>(read.node());
    EXPECT_TRUE(well_formed(node).empty());
    ast::arena memory;
    auto attribute = node.attributes[0];
    attribute.value = ast::integers{memory.make_list<std::int64_t>({5})};
    node.attributes = memory.make_list({attribute});
    EXPECT_EQ(only(well_formed(node)), finding_id::attribute_shape);
}

} // namespace ballast::tests
