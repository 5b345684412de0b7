// The files of one module as one input of every command.
#include "answers/load.hpp"

#include "tests/cli/command.hpp"

#include <sstream>

namespace ballast::tests {

namespace {

using paths = std::vector<std::string>;

// The paths that are grouped together.
std::vector<paths> grouped(const paths& given, bool alone = false)
{
    std::vector<files::input_file> inputs;
    for (const auto& path : given) inputs.push_back({path, path, {}});
    std::vector<paths> result;
    for (const auto& module : files::modules_of(inputs, {.files_alone = alone})) {
        result.emplace_back();
        for (const auto* file : module.files) result.back().push_back(file->path);
    }
    return result;
}

const std::string split = "modules/module_0003.jit_split.cpu_after_optimizations";
const std::string split_files = split + "*";

} // namespace

TEST(ModuleFiles, AreFilesWhoseNamesDifferInTheirEndings)
{
    const paths module{"d/m-buffer-assignment-values.txt", "d/m-buffer-assignment.txt", "d/m-live-range.txt.gz",
                       "d/m-memory-usage-report.txt"};
    EXPECT_EQ(grouped(module), std::vector<paths>{module});
    EXPECT_EQ(grouped(module, true).size(), 4U);
    // At the place of the first, in the order of the input.
    EXPECT_EQ(
        grouped({"b-live-range.txt", "other.txt", "a-live-range.txt", "b-buffer-assignment.txt", "other.txt"}),
        (std::vector<paths>{
            {"b-live-range.txt", "b-buffer-assignment.txt"}, {"other.txt"}, {"a-live-range.txt"}, {"other.txt"}}));
    // Same folder, time, number, name and stage.
    for (const auto* other : {"e/m-live-range.txt", "m-live-range.txt", "d/n-live-range.txt", "d/1.m-live-range.txt",
                              "d/m.buffer_assignment", "d/n.txt", "m.txt"})
        EXPECT_EQ(grouped({"d/m-buffer-assignment.txt", other}).size(), 2U) << other;
    // The name of the module text is the common part of their names.
    EXPECT_EQ(grouped({"d/m.txt", "d/n.txt", "d/m-buffer-assignment.txt"}),
              (std::vector<paths>{{"d/n.txt"}, {"d/m.txt", "d/m-buffer-assignment.txt"}}));
}

TEST(ModuleFiles, HaveFilesWhoseNameWouldBeTooLong)
{
    const auto base = [](const std::string& number, const std::string& module) {
        return "d/module_" + number + "." + module + "cpu_after_optimizations";
    };
    const auto name = std::string(200, 'n') + ".";
    const auto ranges = base("0001", name) + "-live-range.txt";
    const auto values = base("0001", "") + "-buffer-assignment-values.txt";
    const auto other = base("0002", "") + "-buffer-assignment-values.txt";
    EXPECT_EQ(grouped({ranges, values}), (std::vector<paths>{{ranges, values}}));
    EXPECT_EQ(grouped({values, ranges, other}), (std::vector<paths>{{values, ranges}, {other}}));
    // Two possible modules.
    const auto twin = base("0001", std::string(200, 'm') + ".") + "-live-range.txt";
    EXPECT_EQ(grouped({ranges, values, twin}).size(), 3U);
}

TEST(ModuleFiles, ArePutTogetherFromPathsAndFolders)
{
    const temporary_folder folder("bundle_paths");
    const auto at = folder.path.string();
    folder.add("m-buffer-assignment.txt", "d24_assignment.txt");
    folder.add("m-live-range.txt", "d24_live_range.txt");
    const auto files = [&](const std::string& given) {
        const auto output = output_of("roundtrip -q " + given);
        return output.substr(0, output.find(' '));
    };
    // Duplicate paths are read once.
    EXPECT_EQ(files(at), "2");
    EXPECT_EQ(files(at + " " + at), "2");
    EXPECT_EQ(files(at + " " + at + "/m-live-range.txt"), "2");
    EXPECT_EQ(files(at + "/./m-live-range.txt " + at + "/m-live-range.txt"), "1");
    EXPECT_EQ(files("--files " + at + " " + at), "2");
}

TEST(ModuleFiles, HaveOneEra)
{
    const auto era_in = [](const std::string& output, const std::string& ending) {
        const auto begin = output.find(split + ending + ": ") + split.size() + ending.size() + 2;
        return output.substr(begin, output.find('\n', begin) - begin);
    };
    const auto together = output_of("era " + split_files);
    const auto alone = output_of("era --files " + split_files);
    // Only the file with the allocations has pages.
    EXPECT_EQ(era_in(together, "-buffer-assignment.txt"), "D24..D24 2026-08-10..now");
    EXPECT_EQ(era_in(together, "-live-range.txt"), "D24..D24 2026-08-10..now");
    EXPECT_EQ(era_in(alone, "-live-range.txt"), "D19..D24 2026-04-03..now");
    EXPECT_NE(together.find("\n  from `, page N` line 15 of " + split + "-buffer-assignment.txt\n"), std::string::npos)
        << together;
    EXPECT_NE(output_of("roundtrip " + split + "-live-range.txt").find("(live-range, D19..D24, "), std::string::npos);
    EXPECT_NE(output_of("roundtrip " + split_files).find("(live-range, D24..D24, "), std::string::npos);
    EXPECT_NE(output_of("validate --format json " + split_files).find("\"kind\":\"live-range\",\"era\":\"D24..D24 "),
              std::string::npos);
}

TEST(ModuleFiles, OfTwoErasAreToldWithBothFiles)
{
    const auto output = output_of("era inputs/bad_siblings/module_0005*");
    EXPECT_NE(
        output.find("-buffer-assignment.txt:8:39: mixed: `, page N` here, nothing under empty uses at line 9 of "
                    "inputs/bad_siblings/module_0005.jit_eras.cpu_after_optimizations-buffer-assignment-values.txt "
                    "[mixed_eras]\n"),
        std::string::npos)
        << output;
    EXPECT_NE(output.find("\n3 files: 2 dated, 1 mixed, 0 refused, 0 unreadable\n"), std::string::npos) << output;
    EXPECT_EQ(exit_of("era --files inputs/bad_siblings/module_0005*"), 0);
}

TEST(ModuleFiles, AreShownAsOneDump)
{
    const auto output = output_of("show --verbose " + split_files);
    EXPECT_NE(output.find(", 11 values, 11 instructions\n"), std::string::npos) << output;
    EXPECT_NE(
        output.find(
            "\nspace 1 (VMEM): total allocated: 32.5 KiB = 32.5 KiB temporary\npeak: 32.5 KiB at instruction 7 of 11 "),
        std::string::npos)
        << output;
    // A folder with one module, and with several.
    const temporary_folder folder("bundle_show");
    for (const auto& entry : fs::directory_iterator(golden() / "modules"))
        if (entry.path().filename().string().starts_with("module_0003"))
            fs::copy_file(entry.path(), folder.path / entry.path().filename());
    EXPECT_EQ(std::ranges::count(output_of("show --verbose " + folder.quoted()), '\n'),
              std::ranges::count(output, '\n'));
    folder.add("a.txt");
    for (const auto* command : {"print ", "report-text ", "print --era D24 "})
        EXPECT_EQ(exit_of(command + folder.quoted()), 2) << command;
    const auto largest = output_of("show " + folder.quoted());
    EXPECT_TRUE(largest.starts_with("jit_split\nthe largest of 2 modules\n")) << largest;
    EXPECT_EQ(exit_of("show --files " + split_files), 2);
    EXPECT_EQ(exit_of("show dumps/d16.txt dumps/d17.txt"), 2);
    EXPECT_EQ(exit_of("show dumps/d16.txt inputs/gone.txt"), 2);
}

// As on standard output, from which `extract` makes the same files.
TEST(ModuleFiles, ArePrintedInFrames)
{
    const temporary_folder folder("bundle_frames");
    EXPECT_EQ(exit_of("print " + split_files + " | '" BALLAST_COMMAND "' extract --to " + folder.quoted() + " -"), 0);
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(folder.path)) {
        ++files;
        EXPECT_EQ(read_file(entry.path()), read_file(golden() / "modules" / entry.path().filename()));
    }
    EXPECT_EQ(files, 4U);
    EXPECT_EQ(output_of("print --part values " + split_files),
              read_file(golden() / (split + "-buffer-assignment-values.txt")));
    EXPECT_EQ(exit_of("print --part values " + split + "-live-range.txt"), 2);
    EXPECT_EQ(exit_of("print dumps/d24_values.txt dumps/d23_values.txt"), 2);
    // One file as it is.
    EXPECT_EQ(output_of("print " + split + "-live-range.txt"), read_file(golden() / (split + "-live-range.txt")));
}

TEST(ModuleFiles, AreConvertedWithoutTheirReport)
{
    const temporary_folder folder("bundle_convert");
    for (const auto& entry : fs::directory_iterator(golden() / "modules"))
        if (entry.path().filename().string().starts_with("module_0003"))
            fs::copy_file(entry.path(), folder.path / entry.path().filename());
    EXPECT_EQ(output_of("print --era D18 " + folder.quoted()),
              output_of("print --era D18 " + split + "-buffer-assignment.txt " + split +
                        "-buffer-assignment-values.txt " + split + "-live-range.txt"));
    EXPECT_NE(
        run("print --era D18 " + folder.quoted()).find("-memory-usage-report.txt: left out: memory-usage-report\n"),
        std::string::npos);
    EXPECT_EQ(exit_of("print --era D18 " + split_files), 2) << "a report that is named cannot be converted";
}

TEST(ModuleFiles, HaveTheReportOfTheirAllocations)
{
    EXPECT_EQ(output_of("report-text " + split_files), read_file(golden() / (split + "-memory-usage-report.txt")));
    EXPECT_EQ(output_of("report-text " + split + "-live-range.txt " + split + "-buffer-assignment.txt"),
              read_file(golden() / (split + "-memory-usage-report.txt")));
}

// The names that `extract` uses if a log has none.
TEST(ModuleFiles, AreMadeOfLogs)
{
    const temporary_folder folder("bundle_log");
    std::string log;
    for (const auto* piece :
         {"-buffer-assignment.txt", "-buffer-assignment-values.txt", "-live-range.txt", "-memory-usage-report.txt"})
        for (const auto& line : lines_of(read_file(golden() / (split + piece))))
            log += "I0131 12:00:00.000014    4127 dump.cc:100] " + line + "\n";
    std::ofstream(folder.path / "a.log", std::ios::binary) << log;
    EXPECT_EQ(exit_of("extract --to " + folder.quoted() + " '" + (folder.path / "a.log").string() + "'"), 0);
    EXPECT_TRUE(output_of("validate " + folder.quoted()).starts_with("4 files: 4 conform")) << log;
    for (const auto* piece :
         {"-buffer-assignment.txt", "-buffer-assignment-values.txt", "-live-range.txt", "-memory-usage-report.txt"})
        EXPECT_TRUE(fs::exists(folder.path / (std::string("a.1") + piece))) << piece;
}

} // namespace ballast::tests
