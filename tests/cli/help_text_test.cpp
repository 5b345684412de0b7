// What `ballast help` prints.
#include "cli/command.hpp"
#include "cli/help_text.hpp"
#include "tests/cli/command.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

namespace ballast::tests {

namespace {

std::string help_of(std::string_view command) { return run("help " + std::string(command)); }

} // namespace

// Each example is a line with the command, and its options are among those of the command.
TEST(HelpText, HasExamplesOfEachCommandThatCanBeCalled)
{
    for (const auto* command : cli::commands()) {
        const std::string name(command->name);
        const auto help = help_of(name);
        const auto examples = cli::examples_of(name);
        ASSERT_FALSE(examples.empty()) << name;
        EXPECT_NE(help.find(examples), std::string::npos) << help;
        std::istringstream lines(examples);
        std::string line;
        std::getline(lines, line);
        while (std::getline(lines, line)) {
            if (line.starts_with("    ")) continue; // what a long line does
            const auto call = line.find("ballast " + name);
            ASSERT_NE(call, std::string::npos) << line;
            std::istringstream words(line.substr(call));
            for (std::string word; words >> word;)
                EXPECT_TRUE(!word.starts_with("--") || help.find(word) != std::string::npos) << line;
        }
    }
}

TEST(HelpText, ShowsTheFirstCommandsAndAllOfThemIfAsked)
{
    const auto first = run("--help");
    const auto all = run("help --all");
    for (const auto* command : cli::commands())
        EXPECT_NE(all.find("\n  " + std::string(command->name) + " "), std::string::npos) << command->name;
    for (const auto* name : {"show", "summary", "diff", "report", "export", "validate", "explain", "bundle"})
        EXPECT_NE(first.find("\n  " + std::string(name) + " "), std::string::npos) << name;
    for (const auto* name : {"reduce", "generate", "parser", "manual"})
        EXPECT_EQ(first.find("\n  " + std::string(name) + " "), std::string::npos) << name;
    EXPECT_NE(first.find("`ballast help --all`"), std::string::npos);
}

TEST(HelpText, HasNoRemarksOfTheParserLibrary)
{
    for (const auto* command : cli::commands())
        for (const auto* remark : {"Excludes:", "Needs:", "REQUIRED", "following options", "At Most"})
            EXPECT_EQ(help_of(command->name).find(remark), std::string::npos) << command->name << ' ' << remark;
}

TEST(HelpText, DescriptionsAreImperatives)
{
    for (const auto* command : cli::commands()) {
        const std::string what(command->what);
        const auto verb = what.substr(0, what.find(' '));
        const std::set<std::string> verbs{"Check", "Convert", "Explain", "Find",   "List", "Make",
                                          "Name",  "Print",   "Put",     "Remove", "Show", "Write"};
        EXPECT_TRUE(verbs.contains(verb)) << command->name << ": " << what;
    }
}

TEST(HelpText, ShowBeginsWithWhatPeopleWantFirst)
{
    const auto help = help_of("show");
    std::size_t last = 0;
    for (const auto* option : {"--why ", "--by ", "--device ", "--top ", "--width ", "--files", "--jobs "}) {
        const auto at = help.find(std::string(option));
        ASSERT_NE(at, std::string::npos) << option;
        EXPECT_LT(last, help.find(option, help.find("OPTIONS"))) << option << " in " << help;
        last = help.find(option, help.find("OPTIONS"));
    }
}

TEST(HelpText, CommandsOfThePythonPackageSayHowToGetThem)
{
    const auto said = run("preflight step.py:example");
    EXPECT_NE(said.find("preflight is a part of the Python package: pip install ."), std::string::npos) << said;
    EXPECT_NE(said.find("--- exit 2"), std::string::npos) << said;
}

TEST(HelpText, DiffSaysWhatItNeeds)
{
    for (const auto* paths : {" a", " a b c"})
        EXPECT_NE(run(std::string("diff") + paths).find("ballast diff: diff needs before and after"), std::string::npos)
            << paths;
}

} // namespace ballast::tests
