// Files of other modules: which file is reported, and the findings about the others.
#include "ballast/check.hpp"
#include "base/random_source.hpp"
#include "generate/program.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <array>

namespace ballast::tests {

namespace {

using enum ast::dump_kind;

constexpr commit_time newest = 202608200000;

document piece(std::uint64_t seed, ast::dump_kind kind)
{
    random_source from(seed);
    generate::program made(from, newest, 4000);
    return accepted(printed([&](sink& out) { made.print(out, kind); }));
}

// The numbers of the files that are reported as foreign.
std::vector<std::size_t> foreign_files_among(const std::vector<document>& files, std::vector<finding>* all = nullptr)
{
    std::vector<const document*> module;
    for (const auto& f : files) module.push_back(&f);
    std::vector<std::size_t> result;
    for (const auto& f : check(module)) {
        if (all) all->push_back(f);
        if (f.id == finding_id::other_module) result.push_back(f.file);
    }
    return result;
}

std::vector<document> three(std::uint64_t allocations, std::uint64_t entries, std::uint64_t ranges)
{
    std::vector<document> result;
    result.push_back(piece(allocations, assignment));
    result.push_back(piece(entries, values));
    result.push_back(piece(ranges, live_range));
    return result;
}

} // namespace

TEST(ForeignFiles, AreTheFilesThatHaveLeastInCommon)
{
    using numbers_of_files = std::vector<std::size_t>;
    EXPECT_EQ(foreign_files_among(three(12, 12, 12)), numbers_of_files{});
    EXPECT_EQ(foreign_files_among(three(16, 12, 12)), numbers_of_files{0});
    EXPECT_EQ(foreign_files_among(three(12, 16, 12)), numbers_of_files{1});
    EXPECT_EQ(foreign_files_among(three(12, 12, 16)), numbers_of_files{2});
    // If the files have nothing in common, the first one counts.
    EXPECT_EQ(foreign_files_among(three(12, 16, 20)), (numbers_of_files{1, 2}));
}

// The other files are one module, and the foreign file is a module of its own.
TEST(ForeignFiles, AreOneFindingAndNoMore)
{
    std::vector<finding> all;
    foreign_files_among(three(12, 16, 12), &all);
    std::erase_if(all, [](const finding& f) { return f.id == finding_id::peak_audit; });
    ASSERT_EQ(all.size(), 1U);
    ASSERT_EQ(all[0].related.size(), 1U) << "it names another file";
    EXPECT_TRUE(
        all[0].message.text().ends_with(" values are in the other files too: this file belongs to another module"))
        << all[0].message.text();
}

TEST(ForeignFiles, NeedAFewValues)
{
    const auto allocations = accepted("BufferAssignment:\nallocation 0: size 4, maybe-live-out:\n"
                                      " value: <0 a @0> (size=4,offset=0): f32[]\n");
    const auto ranges = piece(12, live_range);
    const std::array<const document*, 2> module{&allocations, &ranges};
    for (const auto& f : check(module)) EXPECT_NE(f.id, finding_id::other_module);
}

} // namespace ballast::tests
