// The command as a whole: arguments on one side, standard output, standard error and exit code on the other.
// BALLAST_UPDATE_GOLDEN=1 rewrites the expected files.
#include "ballast/analysis.hpp"
#include "ballast/finding.hpp"
#include "ballast/text.hpp"
#include "tests/cli/command.hpp"

#include <sys/stat.h>

namespace ballast::tests {

namespace {

std::vector<fs::path> cases()
{
    std::vector<fs::path> result;
    for (const auto& entry : fs::directory_iterator(golden() / "cli"))
        if (entry.path().extension() == ".cmd") result.push_back(entry.path());
    std::sort(result.begin(), result.end());
    return result;
}

} // namespace

TEST(Command, SaysWhatTheGoldenFilesHold)
{
    const bool update = std::getenv("BALLAST_UPDATE_GOLDEN") != nullptr;
    for (const auto& path : cases()) {
        auto arguments = read_file(path);
        arguments.erase(arguments.find_last_not_of('\n') + 1);
        const auto actual = run(arguments);
        auto expected_path = path;
        expected_path.replace_extension(".out");
        if (update) {
            std::ofstream(expected_path, std::ios::binary) << actual;
            continue;
        }
        EXPECT_EQ(actual, read_file(expected_path)) << "ballast " << arguments;
    }
    EXPECT_GE(cases().size(), 30U);
}

// A case has `bad` in its name if and only if it fails or reports a finding.
TEST(Command, BadCasesAreCalledBad)
{
    for (const auto& path : cases()) {
        auto expected_path = path;
        expected_path.replace_extension(".out");
        const auto text = read_file(expected_path);
        const auto name = path.stem().string();
        const bool failed =
            text.find("--- exit 0\n") == std::string::npos || text.find(": warning: ") != std::string::npos;
        const bool listed = name == "validate_quiet";
        EXPECT_EQ(failed, name.starts_with("bad_") || listed) << name;
    }
}

TEST(Command, EveryFindingIsInAGoldenFile)
{
    std::string all;
    for (const auto& path : cases()) {
        auto expected_path = path;
        expected_path.replace_extension(".out");
        all += read_file(expected_path);
    }
    for (const auto& row : all_findings()) {
        // These two need a machine without memory, or a file of a terabyte; they have separate tests. Semantic
        // findings have separate golden output, in tests/golden/semantic.
        if (row.phase == phase::limits || row.phase == phase::semantic) continue;
        EXPECT_NE(all.find("[" + std::string(row.name) + "]\n"), std::string::npos) << row.name;
    }
}

TEST(Command, ReadsStandardInput)
{
    EXPECT_EQ(run("roundtrip -", "cat dumps/d16.txt |"),
              "<stdin>: identical (combined, D16..D16, " + std::to_string(golden_dump("d16.txt").size()) +
                  " bytes)\n1 files: 1 identical, 0 different, 0 refused, 0 unreadable\n--- exit 0\n");
}

TEST(Command, NoLineToReadIsNoInput)
{
    const std::string output = "--- exit 2\n--- standard error\nballast: no lines to read\n";
    EXPECT_EQ(run("validate --rule shape - < /dev/null"), "0 lines: 0 accepted, 0 refused\n" + output);
    EXPECT_EQ(run("roundtrip --rule shape - < /dev/null"), "0 lines: 0 identical, 0 different, 0 refused\n" + output);
    EXPECT_EQ(run("validate --rule shape -", "echo 'f32[]' |"),
              "<stdin>:1: accepted\n1 lines: 1 accepted, 0 refused\n--- exit 0\n");
}

TEST(Command, PrintsTheSameBytes)
{
    for (const auto& name : golden_dumps())
        EXPECT_EQ(run("print dumps/" + name + " | cmp - dumps/" + name), "--- exit 0\n") << name;
}

// A large file has no tree: it is read twice.
TEST(Command, PrintsLargeFilesAndTheirReports)
{
    const temporary_folder folder("print_large");
    const auto path = (folder.path / "module_0001.large-buffer-assignment.txt").string();
    const auto text = output_of("generate --seed 5 --size 1500K --era D18");
    ASSERT_GT(text.size(), std::size_t{1} << 20);
    std::ofstream(path, std::ios::binary) << text;
    ast::arena memory;
    const auto read = accepted(text);
    const auto report = usage_report_of(read, memory, 202603100000);
    ASSERT_TRUE(report.report);
    for (const auto* jobs : {"-j 1 ", "-j 2 "}) {
        for (const auto& from : {path, folder.path.string(), "- <" + path})
            EXPECT_EQ(output_of(joined({"print ", jobs, from})), text) << from;
        EXPECT_EQ(output_of(joined({"report-text --era 2026-03-10 ", jobs, path})), print(*report.report));
    }
    // A refused file is not printed.
    std::ofstream(path, std::ios::binary) << text << "rest\n";
    EXPECT_EQ(output_of("print " + path), "");
    EXPECT_NE(run("print " + path).find("--- standard error\n" + path + ":"), std::string::npos);
}

TEST(Command, WritesTheFilesOfAnotherEraUnderTheirNames)
{
    const temporary_folder folder("eras");
    const auto in_folder = [&](const std::string& name) { return (folder.path / name).string(); };
    fs::copy_file(golden() / "dumps" / "d18.txt", folder.path / "m.1-buffer-assignment.txt");
    const auto three = in_folder("three");
    EXPECT_EQ(exit_of("print --era D19 --to " + three + " " + in_folder("m.1-buffer-assignment.txt")), 0);
    std::string files;
    for (const auto* ending : {"", "-values"}) files += " " + three + "/m.1-buffer-assignment" + ending + ".txt";
    files += " " + three + "/m.1-live-range.txt";
    EXPECT_EQ(exit_of("validate" + files), 0);
    EXPECT_EQ(run("print --era D18" + files + " | cmp - dumps/d18.txt"), "--- exit 0\n");
    // Inputs are not overwritten; there is also an old name of the option.
    EXPECT_EQ(exit_of("print --era D19 --to " + three + files), 2);
    EXPECT_EQ(exit_of("print --era D0 --to " + three + " dumps/d1.txt"), 0);
    EXPECT_EQ(read_file(folder.path / "three" / "d1.buffer_assignment"), golden_dump("d0.txt"));
    // If some files cannot be made, the others are.
    const auto some = run("print --era D24 --to " + three + " dumps/d9.txt");
    EXPECT_NE(some.find("d9-buffer-assignment.txt: written (assignment, "), std::string::npos) << some;
    EXPECT_NE(some.find("dumps/d9.txt:30: refused: the values file of D24: the instructions"), std::string::npos)
        << some;
    EXPECT_NE(some.find("--- exit 1\n"), std::string::npos) << some;
}

TEST(Command, AFailedWriteIsTroubleAndSaysSo)
{
    for (const auto* arguments :
         {"show dumps/d16.txt", "validate dumps/d16.txt", "print dumps/d16.txt", "era dumps/d16.txt",
          "roundtrip dumps/d16.txt", "generate", "generate --section shape", "grammar", "--help", "validate --help",
          "--version", "validate --rule shape inputs/shapes.lines"})
        EXPECT_EQ(run(std::string(arguments) + " > /dev/full"),
                  "--- exit 2\n--- standard error\nballast: standard output: No space left on device\n")
            << arguments;
}

TEST(Command, NumbersOutOfRangeAreUsageErrors)
{
    const auto refuses = [](const std::string& arguments, const std::string& output) {
        const auto command = arguments.substr(0, arguments.find(' '));
        EXPECT_EQ(run(arguments), joined({"--- exit 2\n--- standard error\nballast ", command, ": ", output,
                                          "\nSee `ballast help ", command, "`.\n"}));
    };
    const std::string seed = " is not a number from 0 to 18446744073709551615";
    for (const auto* text : {"-1", "18446744073709551616", "1x", "0x10", "1k", "+1", "''"})
        refuses(std::string("generate --seed ") + text,
                "--seed: " + std::string(text == std::string("''") ? "" : text) + seed);
    const std::string size = " is not a number from 0 to 1099511627776, with or without a unit (k, M, G, T)";
    for (const auto* text :
         {"-1", "2T", "1025G", "16E", "99999999999999999999", "1e3", "1.5", "1.k", "1.5b", ".5k", "1.5.5k", "k"})
        refuses(std::string("generate --size ") + text, "--size: " + std::string(text) + size);
    refuses("validate --max-errors -1 dumps/d16.txt", "--max-errors: -1" + seed);
    refuses("validate --max-bytes 32E dumps/d16.txt",
            "--max-bytes: 32E is not a number from 0 to 18446744073709551615, with or without a unit (k, M, G, T)");
    EXPECT_NE(run("generate --seed 18446744073709551615 --size 1k").find("--- exit 0\n"), std::string::npos);
    EXPECT_EQ(run("generate --size 2KiB"), run("generate --size 2048"));
    EXPECT_EQ(run("generate --size 1.5KiB"), run("generate --size 1536"));
    EXPECT_EQ(run("generate --size 0.00390625M"), run("generate --size 4k"));
}

// Within 10 %, as the help says, whatever is written.
TEST(Command, GeneratesTextsOfTheSizeThatIsRequired)
{
    const auto expect_size = [](const std::string& arguments, double size) {
        const auto bytes = static_cast<double>(output_of("generate " + arguments).size());
        EXPECT_GE(bytes, size * 0.9) << arguments;
        EXPECT_LE(bytes, size * 1.1) << arguments;
    };
    for (const auto* era : {"D0", "D4", "D10", "D16", "D18", "D24"})
        for (const auto* seed : {"1", "2"})
            for (const auto& [text, bytes] : {std::pair{"16KiB", 16384.0}, std::pair{"150k", 153600.0}})
                expect_size(joined({"--era ", era, " --seed ", seed, " --size ", text}), bytes);
    for (const auto* section : {"assignment", "values", "live-range", "module-text", "buffer-info"})
        for (const auto& [text, bytes] : {std::pair{"16KiB", 16384.0}, std::pair{"64k", 65536.0}})
            expect_size(joined({"--seed 3 --section ", section, " --size ", text}), bytes);
    expect_size("--era D18 --size 5M", 5.0 * 1024 * 1024); // estimated by a shorter text
    // All dumps of one program.
    const auto dumps = [](const std::string& section) {
        return output_of("generate --seed 4 --size 60k --together --section " + section);
    };
    const temporary_folder folder("generate_together");
    std::size_t bytes = 0;
    for (const auto& [section, ending] :
         {std::pair{"assignment", "-buffer-assignment.txt"}, std::pair{"values", "-buffer-assignment-values.txt"},
          std::pair{"live-range", "-live-range.txt"}}) {
        const auto text = dumps(section);
        bytes += text.size();
        std::ofstream(folder.path / (std::string("module_0001.f.cpu_after_optimizations") + ending), std::ios::binary)
            << text;
    }
    EXPECT_GE(bytes, 60U * 1024 * 9 / 10);
    EXPECT_LE(bytes, 60U * 1024 * 11 / 10);
    EXPECT_EQ(exit_of("validate --strict --disable missing_sibling " + folder.quoted()), 0);
}

TEST(Command, OnlyDaysOfTheCalendarAreDates)
{
    for (const auto* day : {"2024-02-30", "2023-02-29", "2024-04-31", "2024-13-01", "2024-00-10", "2024-01-00"})
        EXPECT_EQ(run(std::string("generate --era ") + day),
                  std::string("--- exit 2\n--- standard error\nballast generate: ") + day +
                      " is not an era: D0 to D24, a day as YYYY-MM-DD, or a release as jaxlib-0.10.1, from the first "
                      "day of D0 on\n");
    EXPECT_NE(run("generate --era 2024-02-29").find("--- exit 0\n"), std::string::npos);
}

TEST(Command, LinesOfUnreadableFilesAreTrouble)
{
    EXPECT_EQ(run("validate --quiet --rule shape /dev/null/lines"),
              "/dev/null/lines: unreadable: Not a directory\n0 lines: 0 accepted, 0 refused\n--- exit 2\n");
}

TEST(Command, InputsAreLimited)
{
    EXPECT_EQ(run("validate --max-bytes 100k /dev/zero"),
              "/dev/zero: unreadable: larger than 102400 bytes\n"
              "1 files: 0 conform, 0 with errors, 1 unreadable; 0 errors, 0 warnings, 0 notes\n--- exit 2\n");
    const auto size = golden_dump("d16.txt").size();
    for (const auto* before :
         {"validate --quiet --max-bytes ", "roundtrip --quiet --max-bytes ", "era --quiet --max-bytes "}) {
        const auto with = [&](std::size_t bytes, const char* path) {
            return run(before + std::to_string(bytes) + " " + path, "cat dumps/d16.txt |");
        };
        for (const auto* path : {"dumps/d16.txt", "-"}) {
            EXPECT_NE(with(size, path).find("--- exit 0\n"), std::string::npos) << before << path;
            EXPECT_NE(with(size - 1, path).find("unreadable: larger than " + std::to_string(size - 1) + " bytes\n"),
                      std::string::npos)
                << before << path;
        }
    }
    EXPECT_EQ(run("print --max-bytes 10 dumps/d16.txt"),
              "--- exit 2\n--- standard error\ndumps/d16.txt: unreadable: larger than 10 bytes\n");
}

TEST(Command, FoldersThatAreLinkedAreNotFollowed)
{
    const temporary_folder folder("links");
    folder.add("real/a-buffer-assignment.txt");
    fs::create_directory_symlink(folder.path / "real", folder.path / "linked");
    fs::create_directory_symlink(folder.path, folder.path / "real" / "loop");
    const auto output = run("roundtrip " + folder.quoted());
    EXPECT_NE(output.find("1 files: 1 identical"), std::string::npos);
    EXPECT_EQ(output.find("standard error"), std::string::npos);
}

TEST(Command, LinksThatLeadNowhereAreSaid)
{
    const temporary_folder folder("dangling");
    const auto at = folder.path.string();
    folder.add("a-buffer-assignment.txt", "d6b.txt");
    fs::create_symlink("gone", folder.path / "b-buffer-assignment.txt");
    fs::create_symlink("c.txt", folder.path / "c.txt");
    EXPECT_EQ(run("validate " + folder.quoted()),
              at + "/b-buffer-assignment.txt: unreadable: cannot follow the link: No such file or directory\n" + at +
                  "/c.txt: unreadable: cannot follow the link: Too many levels of symbolic links\n" +
                  "3 files: 1 conform, 0 with errors, 2 unreadable; 0 errors, 0 warnings, 0 notes\n--- exit 2\n");

    // A link that is not named like a dump is only reported.
    const temporary_folder other("dangling_other");
    other.add("a-buffer-assignment.txt", "d6b.txt");
    fs::create_symlink("gone", other.path / "latest");
    EXPECT_EQ(run("validate " + other.quoted()),
              "1 files: 1 conform, 0 with errors, 0 unreadable; 0 errors, 0 warnings, 0 notes\n--- exit 0\n"
              "--- standard error\nballast: " +
                  other.path.string() + "/latest: cannot follow the link: No such file or directory\n");
}

TEST(Command, WhatASearchDoesNotOpenIsReported)
{
    const temporary_folder folder("special");
    const auto at = folder.path.string();
    folder.add("a-buffer-assignment.txt", "d6b.txt");
    ASSERT_EQ(::mkfifo((folder.path / "b-buffer-assignment.txt").c_str(), 0600), 0);
    fs::create_symlink("/dev/zero", folder.path / "c-buffer-assignment.txt");
    fs::create_symlink("b-buffer-assignment.txt", folder.path / "d.txt");
    const auto output = run("validate " + folder.quoted());
    EXPECT_NE(output.find("1 files: 1 conform, "), std::string::npos) << output;
    EXPECT_NE(output.find("--- exit 0\n"), std::string::npos) << output;
    for (const auto* line :
         {"/b-buffer-assignment.txt: skipped: a named pipe\n",
          "/c-buffer-assignment.txt: skipped: a link to a device\n", "/d.txt: skipped: a link to a named pipe\n"})
        EXPECT_NE(output.find("ballast: " + at + line), std::string::npos) << output;
}

// A gate must not pass if nothing was checked.
TEST(Command, ASelectionThatMatchesNothingIsAnError)
{
    const temporary_folder empty("empty");
    const std::string d17 = "dumps/d17.txt";
    const std::string live_range = "--files dumps/d23_live_range.txt";
    const auto none = empty.quoted();
    const std::vector<std::pair<std::string, std::string>> cases{
        {"show --space 7 --max 1k " + d17, "ballast show: --space 7: memory is used in space 0 only"},
        {"show --space 7 --format json " + d17, "ballast show: --space 7: memory is used in space 0 only"},
        {"show --space 0 " + live_range,
         "ballast show: dumps/d23_live_range.txt: no allocations; they are in the module's …-buffer-assignment.txt"},
        {"show --at 1 " + live_range,
         "ballast show: dumps/d23_live_range.txt: no allocations; they are in the module's …-buffer-assignment.txt"},
        {"show --max 1B " + live_range,
         "ballast show: dumps/d23_live_range.txt: no allocations; they are in the module's …-buffer-assignment.txt"},
        {"show --at 9 " + d17, "ballast show: --step 9: the schedule has 9 instructions"},
        {"show --why nobody " + d17, "ballast show: no value has the name or label nobody"},
        {"export --to csv --at 9 " + d17, "ballast export: --step 9: the schedule has 9 instructions"},
        {"diff --space 7 --max-growth 1% " + d17 + " dumps/d16.txt",
         "ballast diff: --space 7: memory is used in space 0 only"},
        {"diff --space 7 --format markdown modules modules",
         "ballast diff: --space 7: memory is used in space 0, 1, 6 only"},
        {"summary --space 7 modules", "ballast summary: --space 7: memory is used in space 0, 1, 6 only"},
        {"summary --space 0 " + live_range, "ballast summary: --space 0: no allocations"},
        {"report --svg --space 7 " + d17, "ballast report: --space 7: memory is used in space 0 only"},
        {"print --part values " + d17, "ballast print: no values file"},
        {"validate --only C3 --disable C3 " + d17, "ballast validate: --only and --disable leave no findings"},
        {"validate --only nothing " + d17, "--only: nothing is not a finding, a phase or a rule"},
        {"explain nothing", "ballast explain: no finding, rule or term is called nothing; `ballast explain --list` "
                            "shows all findings and rules"},
        {"validate " + none, "ballast: no dumps in " + empty.path.string() + "; logs are read if they are named"},
    };
    for (const auto& [arguments, why] : cases) {
        const auto output = run(arguments);
        EXPECT_NE(output.find("--- exit 2\n"), std::string::npos) << arguments << "\n" << output;
        EXPECT_NE(output.find(why + "\n"), std::string::npos) << arguments << "\n" << output;
    }
    // A folder without dumps beside other paths.
    EXPECT_EQ(run("validate dumps/d6b.txt " + none),
              empty.path.string() + ": unreadable: no dumps in this folder\n"
                                    "2 files: 1 conform, 0 with errors, 1 unreadable; 0 errors, 0 warnings, 0 notes\n"
                                    "--- exit 2\n");
    // A module without memory is in space 0.
    EXPECT_EQ(exit_of("show --space 0 dumps/d6b.txt"), 0);
}

// Terminal sequences, direction marks and commands to CI systems never reach the output.
TEST(Command, NothingInADumpIsACommand)
{
    const temporary_folder folder("hostile_names");
    const std::string csi = "\xc2\x9b"
                            "31m";
    const std::string turned = "\xe2\x80\xae"
                               "gnp";
    const std::string isolated = "\xe2\x81\xa6";
    const std::string runner = "##[error]x";
    const auto hostile = csi + turned + isolated + runner;
    auto text = golden_dump("d17.txt");
    for (auto at = text.find("op_name=\""); at != std::string::npos; at = text.find("op_name=\"", at + 1))
        text.insert(at + 9, escaped(hostile) + "/");
    const auto name = "a" + csi + turned + runner + ".txt";
    std::ofstream(folder.path / name, std::ios::binary) << text;
    const auto bad = "b" + csi + turned + runner + ".txt";
    std::ofstream(folder.path / bad, std::ios::binary) << "BufferAssignment:\n  ::error::" << hostile << "\n";
    std::ofstream(folder.path / "::error::c.txt", std::ios::binary) << "nothing\n";
    const auto in_folder = "cd " + folder.quoted() + " &&";
    const auto other = " '" + (golden() / "dumps" / "d16.txt").string() + "'";
    std::vector<std::string> lines{"report . '" + name + "'",
                                   "diff '" + name + "'" + other,
                                   "diff --format markdown '" + name + "'" + other,
                                   "summary --format markdown .",
                                   "validate . ::error::c.txt",
                                   "validate --format json .",
                                   "validate --format github . ::error::c.txt",
                                   "validate --format junit .",
                                   "validate --format sarif .",
                                   "validate --rule shape '" + bad + "'",
                                   "validate --summary . 'gone" + csi + "'",
                                   "roundtrip . ::error::c.txt",
                                   "era .",
                                   "extract '" + bad + "' '" + name + "'"};
    for (const std::string command :
         {"show", "show --format markdown", "show --format json", "show --why 7", "report", "report --svg",
          "export --to csv", "export --to trace", "summary", "summary --format json"})
        lines.push_back(command + " '" + name + "'");
    for (const auto& arguments : lines) {
        const auto output = run(arguments, in_folder);
        for (const auto& raw : {std::string("\xc2\x9b"), std::string("\xe2\x80\xae"), isolated, std::string("##[")})
            EXPECT_EQ(output.find(raw), std::string::npos) << arguments << "\n" << output.substr(0, 4000);
        const bool annotations = arguments.find("github") != std::string::npos;
        for (const auto& line : lines_of(output)) {
            const auto first = line.find_first_not_of(" \t");
            const bool command = first != std::string::npos && line.substr(first).starts_with("::");
            EXPECT_TRUE(!command || (annotations && first == 0 && line.find(" file=") < 10)) << arguments << "\n"
                                                                                             << line;
        }
    }
    // JSON for programs does not change the text.
    const auto json = output_of("show --format json '" + name + "'", in_folder);
    EXPECT_NE(json.find("\\u009B31m\\u202Egnp\\u2066\\u0023#[error]x"), std::string::npos) << json;
    // An excerpt keeps its columns.
    EXPECT_NE(output_of("validate '" + bad + "'", in_folder).find("\n   ?:error::?31m?gnp??#[error]x\n"),
              std::string::npos)
        << output_of("validate '" + bad + "'", in_folder);
}

TEST(Command, NamesStayInTheirLine)
{
    const temporary_folder folder("names");
    const auto at = folder.path.string();
    folder.add("a\nb-buffer-assignment.txt");
    folder.add("c\x1b[31m\xc2\x9b-buffer-assignment.txt");
    folder.add("d \xc3\xa9\\-buffer-assignment.txt");
    folder.add("e\xff\"-buffer-assignment.txt");
    const auto output = run("roundtrip " + folder.quoted());
    EXPECT_NE(output.find("\"" + at + "/a\\nb-buffer-assignment.txt\": identical"), std::string::npos) << output;
    EXPECT_NE(output.find("\"" + at + "/c\\033[31m\\302\\233-buffer-assignment.txt\": identical"), std::string::npos);
    EXPECT_NE(output.find("\n" + at + "/d \xc3\xa9\\-buffer-assignment.txt: identical"), std::string::npos);
    EXPECT_NE(output.find("\"" + at + "/e\\377\\\"-buffer-assignment.txt\": identical"), std::string::npos);
    EXPECT_EQ(std::ranges::count(output.substr(0, output.find("--- exit")), '\n'), 5);
    EXPECT_EQ(run("roundtrip ' gone'").substr(0, 20), "\" gone\": unreadable:");
    EXPECT_EQ(run("roundtrip '\"gone'").substr(0, 21), "\"\\\"gone\": unreadable:");
}

TEST(Command, NulSeparatesRecordsForScripts)
{
    const temporary_folder folder("null");
    const auto at = folder.path.string();
    const std::string bytes = std::to_string(golden_dump("d16.txt").size());
    folder.add("a\nb-buffer-assignment.txt");
    using namespace std::string_literals;
    const auto summary = "1 files: 1 identical, 0 different, 0 refused, 0 unreadable\0(no line end)\n--- exit 0\n"s;
    EXPECT_EQ(run("roundtrip --null " + folder.quoted()),
              at + "/a\nb-buffer-assignment.txt: identical (combined, D16..D16, " + bytes + " bytes)\0"s + summary);
    EXPECT_EQ(run("roundtrip -0 " + folder.quoted()), run("roundtrip --null " + folder.quoted()));
    const auto found = run("validate --null inputs/bad_total.txt");
    EXPECT_EQ(std::ranges::count(found, '\0'), 4) << "a record, its line, its caret, the summary";
    EXPECT_EQ(std::ranges::count(found.substr(0, found.rfind('\0')), '\n'), 0);
}

TEST(Command, TheManualNamesNoTextThatIsReadAsOneThatIsNot)
{
    for (const auto* message :
         {"tpu_hbm.txt", "message_cpu.txt", "message_rematerialization.txt", "message_allocator_summary.txt"})
        EXPECT_EQ(exit_of(joined({"show dumps/", message})), 0) << message;
    auto manual = output_of("manual");
    std::ranges::replace(manual, '\n', ' ');
    for (const auto* part : {"does not read", "of CPU and GPU", "of CPU or GPU"})
        EXPECT_EQ(manual.find(part), std::string::npos) << part;
    const auto compared = read_file(fs::path(BALLAST_ROOT) / "docs" / "compared.md");
    EXPECT_EQ(compared.find("cannot read"), std::string::npos);
    EXPECT_EQ(compared.find("not of TPU"), std::string::npos);
}

TEST(Command, PrintsTheGrammarThatIsKept)
{
    const auto root = golden().parent_path().parent_path();
    EXPECT_EQ(run("grammar"), read_file(root / "spec" / "grammar.ebnf") + "--- exit 0\n");
    EXPECT_EQ(run("grammar --format rules"), read_file(root / "spec" / "grammar.rules") + "--- exit 0\n");
    EXPECT_EQ(run("grammar --format dict"), read_file(root / "fuzz" / "ballast.dict") + "--- exit 0\n");
}

TEST(Command, ValidatesWhatItGenerates)
{
    // Only the audit of the peak is selected.
    for (const auto era : {"D0", "D3", "D7", "D10", "D13", "D16", "D18", "D24"}) {
        const auto output =
            run("validate --strict -", std::string("'" BALLAST_COMMAND "' generate --size 30000 --era ") + era + " |");
        EXPECT_NE(output.find("1 files: 1 conform, 0 with errors, 0 unreadable; 0 errors, 0 warnings, "),
                  std::string::npos)
            << era << "\n"
            << output;
        EXPECT_TRUE(output.ends_with("--- exit 0\n")) << era;
        EXPECT_TRUE(output.find(": note: ") == std::string::npos || output.find("[peak_audit]") != std::string::npos)
            << output;
    }
}

} // namespace ballast::tests
