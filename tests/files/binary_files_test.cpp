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

TEST(BinaryFiles, AreComparedWithTheirTexts)
{
    EXPECT_EQ(output_of("validate binary").find("[binary_form]"), std::string::npos);
    for (const auto* ending : {"-buffer-assignment.txt", "-buffer-assignment-values.txt", "-live-range.txt"}) {
        const temporary_folder folder("binary_forms");
        for (const auto* part :
             {"-buffer-assignment.txt", "-buffer-assignment-values.txt", "-live-range.txt", ".hlo.pb"})
            copy_to(in_three_files + part, folder.path);
        EXPECT_EQ(exit_of("validate --strict " + folder.quoted()), 0) << ending;
        const auto path = folder.path / (fs::path(in_three_files).filename().string() + ending);
        auto text = read_file(path);
        const auto at = text.find_last_of("0123456789");
        ASSERT_NE(at, std::string::npos);
        text[at] = text[at] == '1' ? '2' : '1';
        std::ofstream(path, std::ios::binary) << text;
        const std::string validate = "validate --only binary_form ";
        const auto tar = "tar cf - -C " + folder.quoted() + " . | ";
        for (const auto& output : {output_of(validate + folder.quoted()), output_of(validate + folder.quoted() + "/*"),
                                   output_of(validate + "-", tar)})
            EXPECT_NE(output.find("warning: `module_0502.jit__fun.cpu_after_optimizations.hlo.pb` has here: "),
                      std::string::npos)
                << ending << '\n'
                << output;
    }
}

TEST(BinaryFiles, AreReadOnceBesideTheirTexts)
{
    const auto text = in_three_files + "-buffer-assignment.txt ";
    const auto binary = in_three_files + ".hlo.pb ";
    const auto alone = output_of("validate " + binary);
    for (const auto& paths : {text + binary, binary + text}) EXPECT_EQ(output_of("validate " + paths), alone) << paths;
}

TEST(BinaryFiles, WithoutMemorySayWhatTheyAre)
{
    const auto said = run("show binary/forms/sorter.hlo_module.pb");
    EXPECT_NE(said.find("this is an HloModuleProto, which has no buffer assignment"), std::string::npos) << said;
}

TEST(BinaryFiles, OfEveryFormComeFromStandardInput)
{
    const std::string forms = "binary/forms/";
    for (const auto& entry : fs::directory_iterator(golden() / forms)) {
        const auto name = "'" + forms + entry.path().filename().string() + "'";
        if (name.ends_with(".gz'") || exit_of("show " + name) != 0) continue;
        for (const auto* question : {"show", "summary", "print", "json", "era", "roundtrip"}) {
            const auto said = run(question + std::string(" -"), "cat " + name + " |");
            EXPECT_EQ(said.find(": refused: "), std::string::npos) << question << name << said;
            EXPECT_TRUE(said.ends_with("--- exit 0\n")) << question << name << said;
        }
    }
}

TEST(BinaryFiles, WithSeveralProgramsAreWrittenIntoAFolder)
{
    const temporary_folder from("binary_from");
    copy_to(base + ".hlo.pb", from.path);
    copy_to(in_three_files + ".hlo.pb", from.path);
    for (const auto* era : {"", " --era D18"}) {
        const temporary_folder to("binary_to");
        EXPECT_EQ(exit_of("print -o " + to.path.string() + era + " " + from.quoted()), 0);
        for (const auto& module : {base, in_three_files})
            EXPECT_TRUE(fs::exists(to.path / (fs::path(module).filename().string() + "-buffer-assignment.txt")));
    }
    copy_to(base + ".hlo.pb", from.path / "again");
    const temporary_folder to("binary_to");
    const auto said = run("print -o " + to.path.string() + " " + from.quoted());
    EXPECT_NE(said.find("a file of another module has the same name"), std::string::npos) << said;
    EXPECT_NE(run("print " + from.quoted()).find("expected one module, found 3"), std::string::npos);
}

TEST(BinaryFiles, AreRedactedAsTexts)
{
    const temporary_folder to("binary_redacted");
    EXPECT_EQ(exit_of("redact -o " + to.path.string() + " " + in_three_files + ".hlo.pb"), 0);
    const auto found = files::find({to.path.string()}, {});
    EXPECT_EQ(found.files.size(), 4U);
    for (const auto& file : found.files) {
        EXPECT_TRUE(file.path.ends_with(".txt"));
        EXPECT_EQ(read_file(file.path).find("ppermute"), std::string::npos) << file.path;
    }
    EXPECT_EQ(exit_of("validate --strict " + to.quoted()), 0);
}

TEST(BinaryFiles, AnswerAllOtherCommands)
{
    const temporary_folder to("binary_other");
    const auto out = to.path.string();
    const auto one = in_three_files + ".hlo.pb";
    EXPECT_EQ(exit_of("report -o " + out + "/page.html " + one), 0);
    for (const auto* form : {"pprof", "trace", "csv"})
        EXPECT_EQ(exit_of(std::string("export --to ") + form + " -o " + out + "/" + form + " " + one), 0) << form;
    EXPECT_EQ(output_of("diff " + one + " " + one), "no change\n");
    EXPECT_EQ(exit_of("diff " + base + ".hlo.pb " + one), 0);
    EXPECT_NE(run("reduce --finding total_sum -o " + out + "/less " + one).find("does not have the finding total_sum"),
              std::string::npos);
    EXPECT_EQ(exit_of("bundle -o " + out + "/bundle.tar.gz " + one), 0);
    EXPECT_NE(run("extract " + one).find("an HloProto; `ballast print -o DIR` writes its texts"), std::string::npos);
}

TEST(BinaryFiles, ThatAreEmptyOrUnknownSaySo)
{
    const temporary_folder folder("binary_empty");
    std::ofstream(folder.path / "NO_MODULE.hlo_proto.pb");
    std::ofstream(folder.path / "other.hlo.pb") << std::string("\x03\x02\x01", 3);
    EXPECT_NE(run("show " + folder.path.string() + "/NO_MODULE.hlo_proto.pb").find("is empty"), std::string::npos);
    EXPECT_NE(run("summary " + folder.path.string() + "/other.hlo.pb").find("a binary file that ballast does not know"),
              std::string::npos);
}

} // namespace ballast::tests
