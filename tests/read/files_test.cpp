// The kinds of files, and the frame around a file.
#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(Files, AreOfFourKinds)
{
    using enum ast::dump_kind;
    for (const auto& [name, kind] : std::vector<std::pair<std::string, ast::dump_kind>>{
             {"d3.txt", assignment},
             {"d4.txt", combined},
             {"d18.txt", combined},
             {"d24_assignment.txt", assignment},
             {"d24_values.txt", values},
             {"d24_live_range.txt", live_range},
             {"d20_live_range_not_available.txt", live_range},
         }) {
        const auto read = accepted(golden_dump(name));
        const auto& dump = read.dump();
        EXPECT_EQ(dump.kind, kind) << name;
        EXPECT_FALSE(dump.frame) << name;
        EXPECT_EQ(dump.allocations.empty(), kind == values || kind == live_range) << name;
        EXPECT_EQ(dump.used_values.empty(), kind == assignment || kind == live_range) << name;
    }
}

TEST(Files, FramesHaveANameAndContents)
{
    const auto framed = accepted(golden_dump("framed_values.txt"));
    EXPECT_EQ(framed.dump().frame, "module_0007.jit_step.cpu_after_optimizations-buffer-assignment-values.txt");
    const auto bare = accepted(golden_dump("d19_values.txt"));
    EXPECT_EQ(framed.dump().used_values, bare.dump().used_values);
}

// If the beginning of a frame has an error, its end is not compared with it.
TEST(Files, AFrameMayEndWithoutItsBeginning)
{
    const auto result = parse("*** Begin   b\nBufferAssignment:\n\n*** End a.txt ***\n");
    ASSERT_FALSE(result.accepted());
    EXPECT_EQ(result.findings.front().id, finding_id::frame);
}

} // namespace ballast::tests
