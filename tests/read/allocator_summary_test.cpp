// The log of the GPU allocator after it ran out of memory.
#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(AllocatorSummaries, HaveBinsChunksAndCounters)
{
    const auto read = accepted(golden_dump("message_allocator_summary.txt"));
    const auto* const summary = read.memory_message()->is<ast::allocator_summary>();
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->name, "GPU_0_bfc");
    ASSERT_EQ(summary->bins.size(), 3U);
    EXPECT_EQ(summary->bins[2].size, 1048576);
    EXPECT_EQ(summary->bins[2].used_chunks, 1);
    EXPECT_EQ(summary->bins[2].used_bytes, (ast::human_size{200, ast::size_unit::mib}));
    EXPECT_EQ(summary->free_chunks.size(), 1U);
    ASSERT_EQ(summary->classes.size(), 3U);
    EXPECT_EQ(summary->classes[1].size, 1280);
    EXPECT_EQ(summary->pool_limit, 3147264);
    EXPECT_EQ(summary->counters.in_use, 2098688);
    EXPECT_EQ(summary->counters.allocations, 3);
}

TEST(AllocatorSummaries, NameWhatAskedForAChunk)
{
    const auto read = accepted(golden_dump("message_allocator_summary.txt"));
    const auto regions = read.memory_message()->is<ast::allocator_summary>()->regions;
    ASSERT_EQ(regions.size(), 1U);
    const auto chunks = regions[0].chunks;
    ASSERT_EQ(chunks.size(), 4U);
    EXPECT_EQ(chunks[0].address, 0x7f2e72000000U);
    EXPECT_TRUE(chunks[0].annotation.empty());
    ASSERT_EQ(chunks[1].annotation.size(), 2U);
    EXPECT_EQ(chunks[1].annotation[0].name, "xla.execute");
    ASSERT_EQ(chunks[1].annotation[0].arguments.size(), 2U);
    EXPECT_EQ(chunks[1].annotation[0].arguments[0], (ast::frame_argument{"executable", "jit_step"}));
    EXPECT_TRUE(chunks[2].annotation[0].arguments.empty());
    EXPECT_FALSE(chunks[3].used);
    EXPECT_EQ(chunks[3].next, "18446744073709551615");
    EXPECT_EQ(chunks[3].freed_at, 4);
}

} // namespace ballast::tests
