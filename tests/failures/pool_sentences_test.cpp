// Real logs of TensorFlow's allocator, 2019 to 2026, against figures that another program took from their lines:
// tests/golden/allocators/figures.tsv.
#include "failures/failures.hpp"
#include "tests/cli/command.hpp"

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace ballast::tests {

namespace {

struct figures {
    std::string log;
    std::size_t dump = 0; // from 1
    std::size_t used = 0; // chunks
    std::int64_t used_bytes = 0;
    std::size_t free = 0;
    std::int64_t free_bytes = 0;
    std::int64_t largest = 0;
    std::int64_t limit = 0;
};

std::vector<figures> expected()
{
    std::ifstream file(golden() / "allocators" / "figures.tsv");
    std::vector<figures> result;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) continue;
        figures row;
        std::istringstream(line) >> row.log >> row.dump >> row.used >> row.used_bytes >> row.free >> row.free_bytes >>
            row.largest >> row.limit;
        result.push_back(row);
    }
    return result;
}

std::string path_of(const figures& row) { return "allocators/" + row.log + ".log"; }

} // namespace

TEST(AllocatorLogs, HaveTheirFigures)
{
    const auto rows = expected();
    ASSERT_EQ(rows.size(), 11U);
    for (const auto& row : rows) {
        const auto found = failures::read(read_file(golden() / path_of(row))).failures;
        ASSERT_GE(found.size(), row.dump) << row.log;
        const auto& of = found[row.dump - 1];
        std::size_t used = 0;
        std::size_t free = 0;
        std::int64_t used_bytes = 0;
        std::int64_t free_bytes = 0;
        for (const auto& chunk : of.chunks) {
            ++(chunk.used ? used : free);
            (chunk.used ? used_bytes : free_bytes) += chunk.bytes;
        }
        EXPECT_EQ(used, row.used) << row.log;
        EXPECT_EQ(free, row.free) << row.log;
        EXPECT_EQ(used_bytes, row.used_bytes) << row.log;
        EXPECT_EQ(free_bytes, row.free_bytes) << row.log;
        EXPECT_EQ(of.bytes("in use"), row.used_bytes) << row.log;
        EXPECT_EQ(of.bytes("largest free block"), row.largest) << row.log;
        EXPECT_EQ(of.bytes("limit"), row.limit) << row.log;
    }
}

TEST(AllocatorLogs, AreTreesThatPrintBack)
{
    for (const auto& row : expected()) {
        const temporary_folder texts("allocator_texts");
        EXPECT_EQ(exit_of("extract --validate --to " + texts.quoted() + " " + path_of(row)), 0) << row.log;
        std::size_t dumps = 0;
        for (const auto& entry : fs::directory_iterator(texts.path)) {
            EXPECT_EQ(exit_of("roundtrip '" + entry.path().string() + "'"), 0) << entry.path();
            dumps += read_file(entry.path()).find(", Chunk State: \n") != std::string::npos ? 1U : 0U;
        }
        EXPECT_GE(dumps, row.dump) << row.log;
    }
}

} // namespace ballast::tests
