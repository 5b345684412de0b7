// Arenas and trees.
#include "tests/support/small_dump.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace ballast::tests {

TEST(Printing, TreesOutliveAMoveOfTheirArena)
{
    ast::arena first;
    const auto dump = small_dump(first);
    const auto text = print(dump);
    ast::arena second = std::move(first);
    ast::arena third;
    third = std::move(second);
    EXPECT_EQ(print(dump), text);
}

// Allocations become invalid and their memory is reused, whatever blocks were adopted in between.
TEST(Arena, IsUsedAgainAfterARewind)
{
    ast::arena memory;
    memory.rewind(); // nothing was allocated yet
    std::size_t most = 0;
    for (int round = 0; round < 50; ++round) {
        std::vector<std::int64_t*> all;
        for (std::int64_t i = 0; i < 2000; ++i) {
            auto* const place = static_cast<std::int64_t*>(memory.allocate(sizeof i, alignof(std::int64_t)));
            *place = i + round;
            all.push_back(place);
            if (i % 500 == 0) memory.adopt(std::malloc(1000), 1000);
            if (i % 700 == 0) std::memset(memory.allocate(100000, 1), 7, 100000);
        }
        for (std::int64_t i = 0; i < 2000; ++i) ASSERT_EQ(*all[static_cast<std::size_t>(i)], i + round);
        if (round < 5)
            most = std::max(most, memory.bytes_reserved());
        else
            EXPECT_LE(memory.bytes_reserved(), most);
        memory.rewind();
    }
    ast::arena moved = std::move(memory);
    EXPECT_EQ(memory.bytes_reserved(), 0U);
    *static_cast<char*>(moved.allocate(1, 1)) = 'x';
    memory = std::move(moved);
    memory.rewind();
    EXPECT_GT(memory.bytes_reserved(), 0U);
}

// Unused memory is returned; allocations stay, and more are possible.
TEST(Arena, GoesOnAfterItSettled)
{
    ast::arena().settle();
    for (const std::size_t before : {1U, 1000U, 3000U, 20'000U}) {
        SCOPED_TRACE(before);
        ast::arena memory;
        std::vector<unsigned char*> all;
        const auto take = [&](std::size_t count) {
            for (; count != 0; --count) {
                constexpr std::size_t bytes = 1000;
                all.push_back(static_cast<unsigned char*>(memory.allocate(bytes, 1)));
                std::memset(all.back(), static_cast<int>(all.size() % 251), bytes);
            }
        };
        take(before);
        memory.settle();
        const auto reserved = memory.bytes_reserved();
        take(3000);
        memory.settle();
        memory.settle();
        EXPECT_GE(memory.bytes_reserved(), reserved);
        for (std::size_t i = 0; i < all.size(); ++i) {
            ASSERT_EQ(all[i][0], (i + 1) % 251);
            ASSERT_EQ(all[i][999], (i + 1) % 251);
        }
    }
}

} // namespace ballast::tests
