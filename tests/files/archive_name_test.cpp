// Which files are archives, by their names.
#include "files/archive.hpp"

#include <gtest/gtest.h>

namespace ballast::tests {

TEST(Archive, IsKnownByItsName)
{
    for (const auto* name : {"a.zip", "a.tar", "a.tar.gz", "x/a.TGZ", "a.tar.zst", "a.tzst"})
        EXPECT_TRUE(files::is_archive(name)) << name;
    for (const auto* name : {"a.txt.gz", "zip", ".zip", "a.zipped", "a.gz"})
        EXPECT_FALSE(files::is_archive(name)) << name;
}

} // namespace ballast::tests
