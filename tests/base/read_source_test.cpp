// Files and pipes are read to their ends, up to a limit.
#include "ballast/source.hpp"
#include "tests/support/support.hpp"

#include <fstream>
#include <sys/stat.h>
#include <thread>

namespace ballast::tests {

TEST(ReadSource, ReadsFilesUpToALimit)
{
    const auto path = fs::path(testing::TempDir()) / "ballast_source.txt";
    const std::string text(300'000, 'x');
    std::ofstream(path, std::ios::binary) << text;
    EXPECT_EQ(read_source(path.string(), text.size()).text.view(), text);
    EXPECT_EQ(read_source(path.string(), text.size() - 1).error, "larger than 299999 bytes");
    fs::remove(path);
    EXPECT_EQ(read_source(path.string(), 1).error, "No such file or directory");
    EXPECT_EQ(read_source("/", 1).error, "Is a directory");
}

// Even if its writer ends early.
TEST(ReadSource, ReadsPipes)
{
    const auto path = fs::path(testing::TempDir()) / "ballast_pipe";
    fs::remove(path);
    for (int i = 0; i < 20; ++i) {
        ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
        std::thread writer([&] { std::ofstream(path, std::ios::binary) << "x\n"; });
        EXPECT_EQ(read_source(path.string(), 100).text.view(), "x\n");
        writer.join();
        fs::remove(path);
    }
}

} // namespace ballast::tests
