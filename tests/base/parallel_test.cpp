// Threads are shared fairly among items.
#include "base/parallel.hpp"

#include <gtest/gtest.h>

namespace ballast::tests {

TEST(Parallel, ThreadsAreSharedAmongItems)
{
    EXPECT_EQ(threads_for_each(1, 8), 8U);
    EXPECT_EQ(threads_for_each(3, 8), 2U);
    EXPECT_EQ(threads_for_each(8, 8), 1U);
    EXPECT_EQ(threads_for_each(9, 8), 1U);
    EXPECT_EQ(threads_for_each(0, 8), 8U);
}

} // namespace ballast::tests
