// Arenas and trees.
#include "tests/support/small_dump.hpp"
#include "tests/support/support.hpp"

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

// Small and large allocations, and blocks that were adopted in between, live as long as the arena.
TEST(Arena, KeepsAllAllocations)
{
    ast::arena memory;
    memory.expect(50'000);
    std::vector<std::int64_t*> all;
    for (std::int64_t i = 0; i < 20'000; ++i) {
        auto* const place = static_cast<std::int64_t*>(memory.allocate(sizeof i, alignof(std::int64_t)));
        *place = i;
        all.push_back(place);
        if (i % 500 == 0) memory.adopt(std::malloc(1000), 1000);
        if (i % 700 == 0) std::memset(memory.allocate(3'000'000, 1), 7, 3'000'000);
    }
    EXPECT_GE(memory.bytes_reserved(), 20'000 * sizeof(std::int64_t));
    ast::arena moved = std::move(memory);
    EXPECT_EQ(memory.bytes_reserved(), 0U);
    *static_cast<char*>(moved.allocate(1, 1)) = 'x';
    memory = std::move(moved);
    for (std::int64_t i = 0; i < 20'000; ++i) ASSERT_EQ(*all[static_cast<std::size_t>(i)], i);
}

} // namespace ballast::tests
