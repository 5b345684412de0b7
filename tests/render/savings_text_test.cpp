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
    EXPECT_EQ(render::savings_text(view),
              "\nfragmentation\n"
              " 1.00 MiB of the 4.00 MiB of allocation 7 (25.0%) is free even at the fullest step\n"
              " 4.00 MiB of the 8.00 MiB of allocation 9 (50.0%) is free even at the fullest step\n");
    view.space = 1;
    EXPECT_EQ(render::savings_text(view),
              "\nfragmentation\n"
              " 4.00 MiB of the 8.00 MiB of allocation 9 (50.0%) is free even at the fullest step\n");
    // Without live ranges it is unknown what values occupy.
    view.memory.ranges = false;
    EXPECT_EQ(render::savings_text(view), "");
}

TEST(SavingsText, CountsTheShapesThatItLeavesOut)
{
    render::memory_view view;
    view.memory.padded = {{.space = 0, .shape = "f32[1,8]", .count = 1, .assigned = 4096, .logical = 32},
                          {.space = 0, .shape = "f32[8]", .count = 1, .assigned = 512, .logical = 32},
                          {.space = 0, .shape = "f32[4]", .count = 1, .assigned = 512, .logical = 16}};
    view.top = 1;
    const auto of_one = render::savings_text(view);
    EXPECT_NE(of_one.find("f32[1,8]\n  (2 more shapes)\n"), std::string::npos) << of_one;
    view.top = 3;
    EXPECT_EQ(render::savings_text(view).find("more shape"), std::string::npos);
}

} // namespace ballast::tests
