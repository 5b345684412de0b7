// The modules of a folder by their memory.
#include "ballast/files.hpp"
#include "ballast/render.hpp"

#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(FolderMemory, OfModulesThatWereReadIsThatOfTheirFiles)
{
    const auto found = files::find({(golden() / "train").string()}, {});
    const auto modules = files::modules_of(found.files, {});
    std::vector<files::module_memory> read;
    const auto of_files =
        files::summarise(modules, {}, 0, 1, [&](const files::module_memory& module) { read.push_back(module); });
    ASSERT_EQ(read.size(), 2U);
    EXPECT_EQ(render::summary_json(files::summarise(read, 0)), render::summary_json(of_files));
    EXPECT_EQ(files::summarise(read, 0).rows.front().numbers.total, 17'718'345'880);
    EXPECT_TRUE(files::summarise(read, 1).rows.empty());
}

TEST(FolderMemory, CountsModulesWithoutAllocations)
{
    const auto found =
        files::find({(golden() / "dumps/d20_values.txt").string(), (golden() / "dumps/d17.txt").string()}, {});
    const auto all = files::summarise(files::modules_of(found.files, {}), {}, 0, 1, [](const auto&) {});
    EXPECT_EQ(all.without, 1U);
    EXPECT_EQ(all.rows.size(), 1U);
    EXPECT_EQ(all.refused, 0U);
}

} // namespace ballast::tests
