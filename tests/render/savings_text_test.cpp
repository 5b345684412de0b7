// What `show --verbose` prints about memory that could be saved.
#include "render/memory_view.hpp"

#include <gtest/gtest.h>

namespace ballast::tests {

TEST(SavingsText, ListsFragmentedArenasUnderOneHeading)
{
    constexpr std::int64_t mebibyte = 1 << 20;
    render::memory_view view;
    view.memory.ranges = true;
    view.memory.arenas = {{.allocation = 7, .space = 0, .size = 4 * mebibyte, .filled = 3 * mebibyte},
                          {.allocation = 8, .space = 0, .size = 4 * mebibyte, .filled = 4 * mebibyte - 1},
                          {.allocation = 9, .space = 1, .size = 8 * mebibyte, .filled = 4 * mebibyte}};
    EXPECT_EQ(render::savings_text(view), "\nfragmentation\n"
                                          " 1.00 MiB of the 4.00 MiB of allocation 7 (25.0%) is never used\n"
                                          " 4.00 MiB of the 8.00 MiB of allocation 9 (50.0%) is never used\n");
    view.space = 1;
    EXPECT_EQ(render::savings_text(view), "\nfragmentation\n"
                                          " 4.00 MiB of the 8.00 MiB of allocation 9 (50.0%) is never used\n");
    // Without live ranges it is unknown what values occupy.
    view.memory.ranges = false;
    EXPECT_EQ(render::savings_text(view), "");
}

} // namespace ballast::tests
