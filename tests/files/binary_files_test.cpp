// Programs in binary files give the answers of their texts.
#include "ballast/files.hpp"
#include "tests/cli/command.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace ballast::tests {

namespace {

const std::string base = "binary/jaxlib-0.4.13-cpu/module_0222.jit__lambda_.cpu_after_optimizations";
const std::string in_three_files = "binary/jaxlib-0.12.0.1-cpu/module_0502.jit__fun.cpu_after_optimizations";

std::vector<std::string> paths_of(const files::found_files& found)
{
    std::vector<std::string> result;
    for (const auto& file : found.files) result.push_back(fs::path(file.path).filename().string());
    return result;
}

void copy_to(const std::string& from, const fs::path& folder)
{
    fs::create_directories(folder);
    fs::copy_file(golden() / from, folder / fs::path(from).filename());
}

} // namespace

TEST(BinaryFiles, PrintTheDump)
{
    const auto printed = output_of("print --era jaxlib-0.4.13 " + base + ".hlo.pb");
    EXPECT_EQ(printed, read_file(golden() / (base + "-buffer-assignment.txt")));
}

TEST(BinaryFiles, AreWrittenUnderTheNamesOfXla)
{
    const temporary_folder folder("binary");
    EXPECT_EQ(exit_of("print -o " + folder.path.string() + " " + in_three_files + ".hlo.pb"), 0);
    for (const auto* ending : {"-buffer-assignment.txt", "-live-range.txt"}) {
        const auto written = folder.path / (fs::path(in_three_files).filename().string() + ending);
        EXPECT_EQ(read_file(written), read_file(golden() / (in_three_files + ending)));
    }
}

TEST(BinaryFiles, AnswerAsTheirTextsDo)
{
    for (const auto& module : {base, in_three_files}) {
        const auto text = output_of("show " + module + "-buffer-assignment.txt");
        const auto binary = output_of("show " + module + ".hlo.pb");
        EXPECT_EQ(text.substr(0, text.find("\n\n")), binary.substr(0, binary.find("\n\n"))) << module;
    }
    EXPECT_EQ(exit_of("validate --strict " + in_three_files + ".hlo.pb"), 0);
}

TEST(BinaryFiles, OfAFolderAreReadIfTheirTextsAreMissing)
{
    const temporary_folder folder("binary");
    copy_to(base + ".hlo.pb", folder.path);
    EXPECT_EQ(files::find({folder.path.string()}, {}).files.size(), 2U); // the dump and the module text
    copy_to(base + "-buffer-assignment.txt", folder.path);
    EXPECT_EQ(paths_of(files::find({folder.path.string()}, {})),
              std::vector{fs::path(base).filename().string() + "-buffer-assignment.txt"});
}

TEST(BinaryFiles, CanBeCompressedOrInACache)
{
    const auto all = files::find({(golden() / "binary/forms").string()}, {});
    const auto names = paths_of(all);
    for (const auto* name : {"module_0006.jit_step.cpu_after_optimizations-live-range.txt", "jit_step-live-range.txt"})
        EXPECT_NE(std::ranges::find(names, name), names.end()) << name;
    EXPECT_TRUE(all.notices.size() == 1 &&
                all.notices.front().find("without a buffer assignment") != std::string::npos);
}

TEST(BinaryFiles, ComeFromStandardInput)
{
    const auto named = output_of("show " + base + ".hlo.pb");
    const auto piped = output_of("show -", "cat " + base + ".hlo.pb |");
    EXPECT_EQ(named.substr(0, named.find("\n\n")).substr(named.find('\n')),
              piped.substr(0, piped.find("\n\n")).substr(piped.find('\n')));
}

TEST(BinaryFiles, WithoutMemorySayWhatTheyAre)
{
    const auto said = run("show binary/forms/sorter.hlo_module.pb");
    EXPECT_NE(said.find("this is an HloModuleProto, which has no buffer assignment"), std::string::npos) << said;
}

} // namespace ballast::tests
