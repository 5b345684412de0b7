// Arenas of temporaries that are packed again.
#include "analyse/repacking.hpp"
#include "base/random_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace ballast::tests {

namespace {

using analyse::heap_block;
using analyse::packed_size;

std::int64_t peak_of(const std::vector<heap_block>& blocks)
{
    std::int64_t most = 0;
    for (const auto& at : blocks) {
        std::int64_t live = 0;
        for (const auto& b : blocks)
            if (b.start <= at.start && at.start <= b.last) live += b.size;
        most = std::max(most, live);
    }
    return most;
}

} // namespace

TEST(Repacking, SharesMemoryOverTime)
{
    EXPECT_EQ(packed_size({}, 64), 0);
    EXPECT_EQ(packed_size(std::vector<heap_block>{{100, 0, 1}, {60, 2, 3}}, 64), 100);
    EXPECT_EQ(packed_size(std::vector<heap_block>{{100, 0, 2}, {60, 2, 3}}, 64), 188) << "the step is shared";
    // The second largest takes the smallest gap that is large enough.
    EXPECT_EQ(packed_size(std::vector<heap_block>{{64, 0, 9}, {640, 0, 1}, {64, 0, 9}, {512, 3, 9}}, 64), 768);
}

TEST(Repacking, TriesTheLongestLiveRangesFirst)
{
    // Placed by size, the block of 96 lies above those of 100, and the block of 8 above all of them.
    const std::vector<heap_block> blocks{{100, 0, 0}, {96, 0, 1}, {8, 0, 9}, {100, 1, 9}};
    EXPECT_LE(packed_size(blocks, 1), 204);
    EXPECT_EQ(peak_of(blocks), 204);
}

TEST(Repacking, HasRoomForTheLiveBlocksOfEachStep)
{
    random_source from(7);
    for (int i = 0; i < 300; ++i) {
        std::vector<heap_block> blocks;
        std::int64_t sum = 0;
        for (auto count = from.below(40); count-- > 0;) {
            const auto start = static_cast<std::int64_t>(from.below(30));
            blocks.push_back({static_cast<std::int64_t>(from.below(1000)), start,
                              start + static_cast<std::int64_t>(from.below(10))});
            sum += blocks.back().size;
        }
        const auto size = packed_size(blocks, 1);
        EXPECT_GE(size, peak_of(blocks));
        EXPECT_LE(size, sum);
    }
}

// The smallest of very many blocks count by what is live.
TEST(Repacking, IsBoundedForManyBlocks)
{
    std::vector<heap_block> blocks;
    for (std::int64_t i = 0; i < 100000; ++i) blocks.push_back({i < 1024 ? 100 : 1, i, i + 9});
    EXPECT_EQ(packed_size(blocks, 1), 1010);
}

} // namespace ballast::tests
