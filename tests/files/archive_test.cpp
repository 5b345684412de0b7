// Archives are folders: their texts give the same answers, and nothing hostile gets out of them.
#include "files/archive.hpp"

#include "files/tar.hpp"
#include "tests/cli/command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::tests {

namespace {

// A tar archive with these files. Names are taken as they are.
std::string tar_of(const std::vector<std::pair<std::string, std::string>>& texts)
{
    std::string result;
    files::tar_writer archive([&](std::string_view piece) { result += piece; });
    for (const auto& [name, text] : texts) archive.add(name, text);
    archive.finish();
    return result;
}

// With the kind of the first entry replaced, and the sum of its head.
std::string with_kind(std::string tar, char kind, std::string_view link)
{
    tar[156] = kind;
    std::ranges::copy(link, tar.begin() + 157);
    tar.replace(148, 8, "        ");
    unsigned sum = 0;
    for (const char c : tar.substr(0, 512)) sum += static_cast<unsigned char>(c);
    tar.replace(148, 8, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
    return tar;
}

std::vector<std::string> names_in(const files::read_archive& of)
{
    std::vector<std::string> result;
    for (const auto& file : of.files) result.push_back(file.path);
    return result;
}

bool has(const std::vector<std::string>& all, std::string_view part)
{
    return std::ranges::any_of(all, [&](const auto& each) { return each.find(part) != std::string::npos; });
}

using names = std::vector<std::string>;

} // namespace

TEST(Archive, KeepsItsFilesInOrder)
{
    const auto tar = tar_of({{"b/x.txt", "2"}, {"./a//y.txt", "1"}});
    const auto read = files::files_in_archive("d.tar", tar, {});
    EXPECT_EQ(read.problem, "");
    EXPECT_EQ(names_in(read), (names{"d.tar/a/y.txt", "d.tar/b/x.txt"}));
    EXPECT_EQ(read.files.front().text->bytes.view(), "1");
    EXPECT_TRUE(read.files.front().in_folder);
}

TEST(Archive, NamesNeverLeaveIt)
{
    const auto read = files::files_in_archive(
        "d.tar", tar_of({{"/etc/passwd", "1"}, {"../up.txt", "2"}, {"a/../../b.txt", "3"}, {"in.txt", "4"}}), {});
    EXPECT_EQ(names_in(read), names{"d.tar/in.txt"});
    EXPECT_EQ(read.notices.size(), 3U);
    EXPECT_TRUE(has(read.notices, "d.tar: the entry /etc/passwd is left out: its name leaves the archive"));
    EXPECT_TRUE(has(read.notices, "the entry ../up.txt is left out"));
}

TEST(Archive, LinksAndSpecialFilesAreLeftOut)
{
    for (const auto& [kind, why] : {std::pair{'1', "it is a link"},
                                    {'2', "it is a link"},
                                    {'3', "it is not a regular file"},
                                    {'6', "it is not a regular file"}}) {
        const auto tar = with_kind(tar_of({{"a.txt", ""}, {"b.txt", "text"}}), kind, "/etc/passwd");
        const auto read = files::files_in_archive("d.tar", tar, {});
        EXPECT_EQ(names_in(read), names{"d.tar/b.txt"}) << kind;
        EXPECT_TRUE(has(read.notices, why)) << kind;
    }
}

TEST(Archive, TruncatedOnesKeepWhatIsWhole)
{
    const auto tar = tar_of({{"a.txt", "whole"}, {"b.txt", std::string(5000, 'x')}});
    const auto read = files::files_in_archive("d.tar", std::string_view(tar).substr(0, 2000), {});
    EXPECT_EQ(names_in(read), names{"d.tar/a.txt"});
    EXPECT_NE(read.problem.find("the archive is damaged"), std::string::npos) << read.problem;
    for (std::size_t size = 0; size < tar.size(); size += 97)
        (void)files::files_in_archive("d.tar", std::string_view(tar).substr(0, size), {});
    const auto none = files::files_in_archive("d.zip", "no archive", {});
    EXPECT_FALSE(none.is_archive);
    EXPECT_TRUE(none.files.empty());
}

TEST(Archive, HasALimitOfBytesAndOfEntries)
{
    files::options given;
    given.max_decompressed = 1000;
    const auto large =
        files::files_in_archive("d.tar", tar_of({{"a.txt", "1"}, {"b.txt", std::string(1000, 'x')}}), given);
    EXPECT_EQ(names_in(large), names{"d.tar/a.txt"});
    EXPECT_NE(large.problem.find("more than 1000 bytes"), std::string::npos) << large.problem;
    std::vector<std::pair<std::string, std::string>> many(100'001);
    for (std::size_t i = 0; i < many.size(); ++i) many[i].first = std::to_string(i);
    EXPECT_EQ(files::files_in_archive("d.tar", tar_of(many), {}).problem, "the archive has more than 100000 entries");
}

// A megabyte that decompresses to a gigabyte.
TEST(Archive, BombsEndAtTheLimit)
{
    const temporary_folder folder("bomb");
    const auto path = (folder.path / "bomb.zip").string();
    const auto made = std::system(("python3 -c \"import zipfile, sys\n"
                                   "with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as z:\n"
                                   "  z.writestr('a.txt', b'0' * (64 << 20))\" '" +
                                   path + "'")
                                      .c_str());
    ASSERT_EQ(made, 0);
    const auto output = run("show --max-bytes 1M '" + path + "'");
    EXPECT_NE(output.find("the archive has more than 1048576 bytes"), std::string::npos) << output;
    EXPECT_NE(output.find("--- exit 2\n"), std::string::npos) << output;
}

// The same answer from a folder, from an archive, and from standard input.
TEST(Archive, GivesTheAnswersOfAFolder)
{
    const temporary_folder folder("archives");
    const auto at = folder.path.string();
    ASSERT_EQ(std::system(("cd '" + golden().string() + "/train' && tar -cf '" + at + "/d.tar' before && gzip -k '" +
                           at + "/d.tar' && zstd -q '" + at + "/d.tar' && tar -czf '" + at + "/log.tgz' oom.log")
                              .c_str()),
              0);
    const auto of_folder = output_of("show train/before | grep -v 'ballast ' | sed '1d;/^$/d'");
    for (const auto* name : {"d.tar", "d.tar.gz", "d.tar.zst"}) {
        EXPECT_EQ(output_of("show '" + at + "/" + name + "' | grep -v 'ballast ' | sed '1d;/^$/d'"), of_folder) << name;
        EXPECT_EQ(output_of("show - < '" + at + "/" + name + "' | grep -v 'ballast ' | sed '1d;/^$/d'"), of_folder)
            << name;
    }
    EXPECT_NE(run("validate '" + at + "/d.tar'").find("5 files: 5 conform"), std::string::npos)
        << run("validate '" + at + "/d.tar'");
    EXPECT_NE(output_of("show --width 1000 '" + at + "/log.tgz'").find("GPU_0_bfc has no free block"),
              std::string::npos);
    EXPECT_NE(output_of("summary '" + at + "/log.tgz' '" + at + "/d.tar'").find("1 failure"), std::string::npos);
    EXPECT_NE(output_of("extract '" + at + "/log.tgz'").find("out-of-memory"), std::string::npos);
}

// What is whole is answered; the exit code says that something is missing.
TEST(Archive, TruncatedOnesAreAnsweredInPart)
{
    const temporary_folder folder("truncated_archive");
    const auto path = "'" + (folder.path / "cut.tar").string() + "'";
    ASSERT_EQ(
        std::system(("cd '" + golden().string() + "' && tar -cf - dumps/d17.txt train/before | head -c 20000 >" + path)
                        .c_str()),
        0);
    const auto output = run("show " + path);
    EXPECT_NE(output.find("total allocated: "), std::string::npos) << output;
    EXPECT_NE(output.find("the archive is damaged"), std::string::npos) << output;
    EXPECT_NE(output.find("--- exit 2\n"), std::string::npos) << output;
    EXPECT_EQ(exit_of("summary --limit 1T " + path), 2);
}

TEST(Archive, ShowReadsWhatBundleWrote)
{
    const temporary_folder folder("bundled");
    for (const auto* ending : {".tar", ".tar.gz", ".tar.zst"}) {
        const auto archive = (folder.path / "b").string() + ending;
        ASSERT_EQ(exit_of("bundle train/before train/oom.log -o '" + archive + "'"), 0) << ending;
        EXPECT_NE(output_of("show '" + archive + "'").find("total allocated: 16.50 GiB"), std::string::npos) << ending;
    }
}

} // namespace ballast::tests
