// Headers of allocations.
#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(Allocations, HeadsStandAlone)
{
    const auto f =
        accepted(entry::allocation, "allocation 3: size 1024, color 1, page 2, parameter 4, shape |(f32[2], s32[])| at "
                                    "ShapeIndex {1}, output shape is |()|, constant, thread-local, maybe-live-out:");
    const auto& a = std::get<ast::allocation>(f.node());
    EXPECT_EQ(a.number, 3);
    EXPECT_EQ(a.size, 1024);
    EXPECT_EQ(a.color, 1);
    EXPECT_EQ(a.page, 2);
    EXPECT_EQ(a.parameter->number, 4);
    EXPECT_EQ(list_of(a.parameter->index), numbers{1});
    EXPECT_TRUE(a.output_shape->tuple()->elements.empty());
    EXPECT_TRUE(a.constant && a.thread_local_ && a.maybe_live_out);
    EXPECT_FALSE(a.preallocated_temp);
    prints_back(entry::allocation, "allocation 0: 0x55d0a4c0, size 64, parameter 0 at ShapeIndex {}:");
    prints_back(entry::allocation, "allocation 0: size 64, parameter 0, shape |<unknown shape>| at ShapeIndex {2,0}:");
}

} // namespace ballast::tests
