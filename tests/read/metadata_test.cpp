// Metadata: every field typed.
#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(Instructions, MetadataIsTyped)
{
    const auto f = accepted(
        entry::instruction,
        "%x = f32[] negate(%y), metadata={op_type=\"neg\" op_name=\"a\\'b\" source_file=\"f.py\" source_line=3 "
        "source_end_line=4 source_column=5 source_end_column=6 profile_type={1,2} deduplicated_name=\"n\" "
        "preserve_layout=true scheduling_name=\"it's\" stack_frame_id=7 metadata_payload=\"\\001\"}");
    const auto& m = *std::get<ast::instruction>(f.node()).metadata();
    EXPECT_EQ(m.op_type, "neg");
    EXPECT_EQ(m.op_name, "a\\'b");
    EXPECT_EQ(m.source_file, "f.py");
    EXPECT_EQ(m.source_line, 3);
    EXPECT_EQ(m.source_end_line, 4);
    EXPECT_EQ(m.source_column, 5);
    EXPECT_EQ(m.source_end_column, 6);
    EXPECT_EQ(list_of(m.rare->profile_types), (numbers{1, 2}));
    EXPECT_EQ(m.rare->deduplicated_name, "n");
    EXPECT_TRUE(m.rare->preserve_layout);
    EXPECT_EQ(m.scheduling_name, "it's");
    EXPECT_EQ(m.stack_frame_id, 7);
    EXPECT_EQ(m.rare->payload, "\\001");
    const auto bare = accepted(entry::metadata, "metadata={deduplicated_name=fusion.1}");
    EXPECT_TRUE(std::get<ast::metadata>(bare.node()).rare->bare_deduplicated_name);
    EXPECT_EQ(print(bare), "metadata={deduplicated_name=fusion.1}");
    prints_back(entry::metadata, "metadata={}");
    prints_back(entry::metadata, "{op_name=\"x\"}");
}

TEST(Instructions, FieldsOfANewerXlaAreKept)
{
    const auto f = accepted(entry::metadata, "{a=1 op_name=\"x\" b=\"y z\" c={1,{2}} stack_frame_id=7}");
    const auto& m = std::get<ast::metadata>(f.node());
    EXPECT_EQ(m.op_name, "x");
    EXPECT_EQ(m.stack_frame_id, 7);
    ASSERT_EQ(m.rare->unknown_items.size(), 3U);
    EXPECT_EQ(m.rare->unknown_items[0], (ast::unknown_item{0, "a=1"}));
    EXPECT_EQ(m.rare->unknown_items[1], (ast::unknown_item{1, "b=\"y z\""}));
    EXPECT_EQ(m.rare->unknown_items[2], (ast::unknown_item{1, "c={1,{2}}"}));
    prints_back(entry::metadata, "{a=1 op_name=\"x\" b=\"y z\" c={1,{2}} stack_frame_id=7}");
    for (const auto* text :
         {"{a=1 source_line=x}", "{source_line=0 a=1}", "{a=1 op_name=\"x\" op_type=\"y\"}", "{a=1,b=2}"})
        EXPECT_EQ(refused(entry::metadata, text).id, finding_id::metadata) << text;
}

} // namespace ballast::tests
