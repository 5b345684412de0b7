// The modules of a folder by their memory.
#include "answers/folder.hpp"
#include "answers/load.hpp"
#include "ballast/render.hpp"
#include "tests/support/support.hpp"

#include <string>
#include <utility>
#include <vector>

namespace ballast::tests {

TEST(FolderMemory, OfModulesThatWereReadIsThatOfTheirFiles)
{
    const auto found = files::find({(golden() / "train").string()}, {});
    std::vector<answers::loaded_module> read;
    answers::for_modules(files::modules_of(found.files, {}), {}, answers::sources::unwanted, answers::texts::released,
                         [&](answers::loaded_module&& module) { read.push_back(std::move(module)); });
    ASSERT_EQ(read.size(), 2U);
    answers::outcome said;
    EXPECT_EQ(render::summary_json(answers::summarise(read, 0)),
              render::summary_json(answers::summarise(found.files, {}, 0, said)));
    EXPECT_EQ(answers::summarise(read, 0).rows.front().numbers.total, 17'718'345'880);
    EXPECT_TRUE(answers::summarise(read, 1).rows.empty());
}

TEST(FolderMemory, CountsModulesWithoutAllocations)
{
    const auto found =
        files::find({(golden() / "dumps/d20_values.txt").string(), (golden() / "dumps/d17.txt").string()}, {});
    answers::outcome said;
    const auto all = answers::summarise(found.files, {}, 0, said);
    EXPECT_EQ(all.without, 1U);
    EXPECT_EQ(all.rows.size(), 1U);
    EXPECT_EQ(all.refused, 0U);
}

} // namespace ballast::tests
