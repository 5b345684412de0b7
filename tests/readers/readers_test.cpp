// Readers in other languages can be written for every production and era, and have the parts of the grammar.
#include "readers/chapters.hpp"
#include "readers/node_types.hpp"
#include "readers/plan.hpp"
#include "readers/readers.hpp"

#include "describe/grammar_data.hpp"
#include "describe/matcher.hpp"
#include "tests/cli/command.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace ballast::tests {

namespace {

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

bool is_installed(const std::string& program)
{
    return std::system(("command -v " + program + " >/dev/null").c_str()) == 0;
}

// Readers of whole texts: what they need, the command that runs them, and what compiles them. Node may be missing.
struct running_reader {
    std::string target;
    std::string needs;
    std::string file;
    std::string command;
    std::string prepare{};
};
const std::vector<running_reader> running_readers{
    {"python", "python3", "xla_dump.py", "python3 -B xla_dump.py"},
    {"javascript", "node", "xla_dump.mjs", "node xla_dump.mjs"},
    {"c", "cc", "xla_dump.c", "./xla_dump", "cc -O0 -DBALLAST_READER_MAIN xla_dump.c -o xla_dump"}};

bool write_reader(const running_reader& of, const temporary_folder& folder)
{
    if (!is_installed(of.needs)) {
        EXPECT_EQ(of.needs, "node") << "is missing";
        return false;
    }
    std::ofstream(folder.path / of.file, std::ios::binary)
        << readers::reader({.target = of.target, .start = "dump", .era_name = {}, .era = {}});
    const auto inside = "cd '" + folder.path.string() + "' && ";
    const bool prepared = of.prepare.empty() || std::system((inside + of.prepare).c_str()) == 0;
    EXPECT_TRUE(prepared) << of.target;
    return prepared;
}

std::vector<std::string> small_dumps()
{
    std::vector<std::string> result;
    for (const auto& name : golden_dumps())
        if (fs::file_size(golden() / "dumps" / name) < 12'000) result.push_back(name);
    return result;
}

std::string shape_reader(std::string_view target)
{
    return readers::reader({.target = target, .start = "shape", .era_name = {}, .era = {}});
}

} // namespace

TEST(Readers, SayWhatTheyAreAndWhoseTheyAre)
{
    for (const auto target : readers::targets()) {
        const auto text = shape_reader(target);
        EXPECT_TRUE(has(text, "Reads `shape` alone of all eras")) << target;
        EXPECT_TRUE(has(text, "Written by `ballast parser --target " + std::string(target) + "` of ballast "))
            << target;
        EXPECT_TRUE(has(text, "Fingerprint of the grammar: ")) << target;
        EXPECT_TRUE(has(text, "This file belongs to whoever made it")) << target;
    }
}

TEST(Readers, HaveTypesInTypeScriptOnly)
{
    const auto typed = shape_reader("typescript");
    EXPECT_TRUE(has(typed, "dimensions: Dimension[] = [];"));
    EXPECT_TRUE(has(typed, "export function read(source: Uint8Array | string): Shape {"));
    EXPECT_FALSE(has(typed, "ROOT_TYPE"));
    EXPECT_FALSE(has(typed, "/*: "));
    const auto plain = shape_reader("javascript");
    EXPECT_FALSE(has(plain, "Dimension[]"));
    EXPECT_FALSE(has(plain, "/*: "));
}

TEST(Readers, OfOneProductionHaveWhatItNeedsOnly)
{
    for (const auto target : readers::targets()) {
        const auto text = shape_reader(target);
        EXPECT_TRUE(has(text, "tuple_shape")) << target;
        EXPECT_FALSE(has(text, "BufferAssignment:")) << target;
    }
}

TEST(Readers, OfAnEraLackWhatWasNotPrintedThen)
{
    for (const auto target : readers::targets()) {
        const auto all = readers::reader({.target = target, .start = "peak_row", .era_name = {}, .era = {}});
        const auto old =
            readers::reader({.target = target, .start = "peak_row", .era_name = "D8", .era = parse_era("D8")});
        EXPECT_TRUE(has(all, "cumulative")) << target;
        EXPECT_TRUE(has(old, "of era D8")) << target;
        EXPECT_LT(old.size(), all.size()) << target;
    }
}

TEST(Readers, StartAtProductionsAndAtWhatIsReadAlone)
{
    EXPECT_TRUE(readers::is_start("dump"));
    EXPECT_TRUE(readers::is_start("human_size"));
    EXPECT_TRUE(readers::is_start("output_to_operand_aliasing"));
    EXPECT_FALSE(readers::is_start("nothing_of_the_kind"));
    EXPECT_FALSE(readers::is_start(""));
}

TEST(Readers, ArePrintedForProductionsOfTheirEraOnly)
{
    const auto of = [](std::string_view start, std::string_view era) {
        return readers::was_printed({.target = "c", .start = start, .era_name = era, .era = parse_era(era)});
    };
    EXPECT_FALSE(of("stack_trace", "D16"));
    EXPECT_TRUE(of("stack_trace", "D17"));
    EXPECT_TRUE(of("dump", "D0"));
    EXPECT_TRUE(readers::was_printed({.target = "c", .start = "stack_trace", .era_name = {}, .era = {}}));
}

TEST(Readers, CommentsAreFromTheChapters)
{
    EXPECT_EQ(readers::description_of("allocation"),
              "An allocation is a head, the lines of its values, and, since June 2026, a list of reused values. "
              "Chapter \"Allocations\".");
    EXPECT_EQ(readers::description_of("reused_value"), "Chapter \"Allocations: Reused values\".");
    EXPECT_EQ(readers::description_of("no_such_production"), "");
    // A sentence that needs the one before it is not taken out of its chapter.
    for (const auto& [production, rule] : describe::dump_grammar().rules)
        for (const std::string word :
             {"So ", "It ", "This ", "These ", "They ", "Both ", "Otherwise", "But ", "Rules "})
            EXPECT_FALSE(has(". " + readers::sentences_about(production), ". " + word)) << production;
    EXPECT_NE(readers::sentences_about("allocation_number"), "");
    EXPECT_EQ(readers::wrapped("one two three", 7), (std::vector<std::string>{"one two", "three"}));
    EXPECT_EQ(readers::wrapped("seventeenletters of", 7), (std::vector<std::string>{"seventeenletters", "of"}));
    EXPECT_TRUE(readers::wrapped("", 7).empty());
}

// Each action names members that its node has.
TEST(Readers, ActionsNameMembersOfTheTree)
{
    std::size_t seen = 0;
    for (const auto& n : describe::dump_grammar().nodes)
        for (const auto& action : n.actions) {
            if (action.path.empty() || action.owner.empty() || action.owner == "forms") continue;
            const auto& owner = action.verb == describe::verb::given ? action.type : action.owner;
            EXPECT_NO_THROW(readers::places_of(owner, action)) << n.name << " in " << owner;
            ++seen;
        }
    EXPECT_GT(seen, 400U);
}

// Whole texts, and the same texts with a missing byte.
TEST(Readers, AcceptWhatTheGrammarAccepts)
{
    const temporary_folder folder("readers");
    const auto& grammar = describe::dump_grammar();
    const auto dump = grammar.rules.find("dump")->second;
    describe::matcher matcher(grammar);
    std::string texts;
    std::vector<std::string> expected;
    const auto add = [&](const std::string& text) {
        texts += std::to_string(text.size()) + "\n" + text;
        expected.emplace_back(matcher.matches(dump, text) ? "ok" : "refused");
    };
    for (const auto& name : small_dumps()) {
        auto text = golden_dump(name);
        add(text);
        for (std::size_t i = 1; i < 4; ++i) add(std::string(text).erase(i * text.size() / 4, 1));
    }
    std::ofstream(folder.path / "texts", std::ios::binary) << texts;
    EXPECT_GT(std::ranges::count(expected, "ok"), 80);
    EXPECT_GT(std::ranges::count(expected, "refused"), 80);
    for (const auto& of : running_readers) {
        if (!write_reader(of, folder)) continue;
        ASSERT_EQ(
            std::system(("cd '" + folder.path.string() + "' && " + of.command + " --cases <texts >verdicts").c_str()),
            0)
            << of.target;
        auto verdicts = lines_of(read_file(folder.path / "verdicts"));
        for (auto& verdict : verdicts)
            if (verdict != "ok") verdict = "refused"; // with a place
        EXPECT_EQ(verdicts, expected) << of.target;
    }
}

TEST(Readers, MakeTheTreesOfTheCommand)
{
    const temporary_folder folder("readers");
    std::string paths;
    for (const auto& name : small_dumps()) paths += (golden() / "dumps" / name).string() + "\n";
    std::ofstream(folder.path / "paths") << paths;
    for (const auto& of : running_readers) {
        if (of.target == "c" || !write_reader(of, folder)) continue; // that in C has no tree
        const auto compare = "cd '" + folder.path.string() + "' && python3 -B '" + BALLAST_ROOT +
                             "/tests/readers/trees.py' '" BALLAST_COMMAND "' " + of.command + " <paths >said 2>&1";
        EXPECT_EQ(std::system(compare.c_str()), 0) << of.target << '\n' << read_file(folder.path / "said");
    }
}

} // namespace ballast::tests
