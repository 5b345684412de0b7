// The command as a whole: arguments on one side, standard output, standard error and exit code on the other.
// BALLAST_UPDATE_GOLDEN=1 rewrites the expected files.
#include "ballast/finding.hpp"
#include "tests/support/support.hpp"

#include <sys/wait.h>

#include <array>
#include <cstdio>

namespace ballast::tests {

namespace {

// Runs the command in the folder with golden files.
std::string run(const std::string& arguments, const std::string& before = "")
{
    const auto errors = fs::temp_directory_path() / ("ballast_stderr_" + std::to_string(::getpid()));
    const std::string line = "cd '" + golden().string() + "' && " + before + " '" BALLAST_COMMAND "' " + arguments +
                             " 2>'" + errors.string() + "'";
    std::FILE* const pipe = ::popen(line.c_str(), "r");
    if (!pipe) throw std::runtime_error("cannot run " + line);
    std::string result;
    std::array<char, 4096> bytes;
    while (const auto got = std::fread(bytes.data(), 1, bytes.size(), pipe)) result.append(bytes.data(), got);
    const int status = ::pclose(pipe);
    const auto told = read_file(errors);
    fs::remove(errors);
    if (!result.empty() && result.back() != '\n') result += "(no line end)\n";
    result += "--- exit ";
    result += std::to_string(WEXITSTATUS(status));
    result += '\n';
    if (!told.empty()) result.append("--- standard error\n").append(told);
    return result;
}

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

// A case is called bad if and only if it fails, or tells a finding.
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
        // These two need a machine without memory, or a file of a terabyte; they have tests of their own.
        // What the numbers of a dump contradict has golden output of its own, in tests/golden/meaning.
        if (row.phase == phase::limits || row.phase == phase::meaning) continue;
        EXPECT_NE(all.find("[" + std::string(row.name) + "]\n"), std::string::npos) << row.name;
    }
}

TEST(Command, ReadsStandardInput)
{
    EXPECT_EQ(run("roundtrip -", "cat dumps/d16.txt |"),
              "<stdin>: identical (combined, D16..D16, " + std::to_string(golden_dump("d16.txt").size()) +
                  " bytes)\n1 files: 1 identical, 0 different, 0 refused, 0 unreadable\n--- exit 0\n");
    EXPECT_EQ(run("validate --rule shape - < /dev/null"), "0 lines: 0 accepted, 0 refused\n--- exit 0\n");
}

TEST(Command, PrintsTheSameBytes)
{
    for (const auto& name : golden_dumps())
        EXPECT_EQ(run("print dumps/" + name + " | cmp - dumps/" + name), "--- exit 0\n") << name;
}

TEST(Command, AFailedWriteIsTrouble)
{
    EXPECT_NE(run("show dumps/d16.txt > /dev/full").find("--- exit 2\n"), std::string::npos);
    EXPECT_NE(run("validate dumps/d16.txt > /dev/full").find("--- exit 2\n"), std::string::npos);
    EXPECT_NE(run("print dumps/d16.txt > /dev/full").find("--- exit 2\n"), std::string::npos);
}

TEST(Command, FoldersThatAreLinkedAreNotFollowed)
{
    const auto folder = fs::temp_directory_path() / ("ballast_links_" + std::to_string(::getpid()));
    fs::create_directories(folder / "real");
    fs::copy_file(golden() / "dumps" / "d16.txt", folder / "real" / "a-buffer-assignment.txt");
    fs::create_directory_symlink(folder / "real", folder / "linked");
    fs::create_directory_symlink(folder, folder / "real" / "loop");
    EXPECT_NE(run("roundtrip '" + folder.string() + "'").find("1 files: 1 identical"), std::string::npos);
    fs::remove_all(folder);
}

TEST(Command, HelpSaysItsCommands)
{
    const auto help = run("--help");
    for (const auto* command : {"roundtrip", "validate", "print", "show", "era"})
        EXPECT_NE(help.find(command), std::string::npos) << command;
    EXPECT_NE(help.find("--- exit 0\n"), std::string::npos);
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
    // Of all findings the audit of the peak alone.
    for (const auto era : {"D0", "D3", "D7", "D10", "D13", "D16", "D18", "D24"}) {
        const auto said =
            run("validate --strict -", std::string("'" BALLAST_COMMAND "' generate --size 30000 --era ") + era + " |");
        EXPECT_NE(said.find("1 files: 1 conform, 0 with errors, 0 unreadable; 0 errors, 0 warnings, "),
                  std::string::npos)
            << era << "\n"
            << said;
        EXPECT_TRUE(said.ends_with("--- exit 0\n")) << era;
        EXPECT_TRUE(said.find(": note: ") == std::string::npos || said.find("[peak_audit]") != std::string::npos)
            << said;
    }
}

} // namespace ballast::tests
