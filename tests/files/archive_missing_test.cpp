// A build without libarchive says what to do with an archive.
#include "files/archive.hpp"

#include <gtest/gtest.h>

namespace ballast::tests {

TEST(ArchiveMissing, SaysWhatToDo)
{
    const auto read = files::files_in_archive("d.tar", "bytes", {});
    EXPECT_FALSE(read.is_archive);
    EXPECT_EQ(read.problem, "an archive, and this build reads no archives; unpack it first");
}

} // namespace ballast::tests
