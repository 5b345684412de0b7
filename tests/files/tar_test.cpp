// Archives, read back by tar itself.
#include "files/tar.hpp"
#include "tests/cli/command.hpp"

#include <string>

namespace ballast::tests {

namespace {

std::string archive_of(const std::vector<std::pair<std::string, std::string>>& all)
{
    std::string result;
    files::tar_writer writer([&](std::string_view piece) { result += piece; });
    for (const auto& [name, text] : all) writer.add(name, text);
    writer.finish();
    return result;
}

std::string output_of_tar(const std::string& arguments)
{
    const auto out = fs::temp_directory_path() / ("ballast_tar_out_" + std::to_string(::getpid()));
    EXPECT_EQ(std::system(("tar " + arguments + " >" + out.string() + " 2>&1").c_str()), 0) << read_file(out);
    auto result = read_file(out);
    fs::remove(out);
    return result;
}

} // namespace

TEST(Tar, FilesComeBackWithTheirNames)
{
    const std::string block(512, 'b');
    const std::string name = "folder/" + std::string(200, 'n') + ".txt";
    const auto archive = archive_of({{"folder/a.txt", "text\n"}, {"folder/empty", ""}, {name, block}});
    EXPECT_EQ(archive.size() % 512, 0U);
    EXPECT_EQ(archive, archive_of({{"folder/a.txt", "text\n"}, {"folder/empty", ""}, {name, block}}));
    const auto path = (fs::temp_directory_path() / ("ballast_tar_" + std::to_string(::getpid()))).string();
    std::ofstream(path, std::ios::binary) << archive;
    EXPECT_EQ(output_of_tar("-tf " + path), "folder/a.txt\nfolder/empty\n" + name + "\n");
    EXPECT_EQ(output_of_tar("-xOf " + path + " folder/a.txt"), "text\n");
    EXPECT_EQ(output_of_tar("-xOf " + path + " " + name), block);
    fs::remove(path);
}

} // namespace ballast::tests
