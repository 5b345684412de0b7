// Readers in other languages can be written for every production and era, and have the parts of the grammar.
#include "readers/chapters.hpp"
#include "readers/node_types.hpp"
#include "readers/plan.hpp"
#include "readers/readers.hpp"

#include "describe/grammar_data.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace ballast::tests {

namespace {

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

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

} // namespace ballast::tests
