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

} // namespace ballast::tests
