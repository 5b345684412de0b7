// Sentences about what would make a module fit.
#include "ballast/fit.hpp"
#include "ballast/verdict.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ballast::tests {

namespace {

suggestion made(const char* text, std::int64_t bytes, std::int64_t together)
{
    suggestion result;
    result.text = text;
    result.bytes = bytes;
    result.together = together;
    return result;
}

} // namespace

TEST(Verdict, LeavesOutSuggestionsThatGainNothingAfterOthers)
{
    memory_fit fit;
    fit.suggestions = {made("first", 100, 100), made("second", 50, 100), made("third", 40, 120)};
    EXPECT_EQ(suggestion_sentences(fit),
              (std::vector<std::string>{"100 B less: first", "40 B less (120 B with those above): third"}));
}

// Each alone is enough: the reader chooses.
TEST(Verdict, KeepsSuggestionsThatAreEnoughAlone)
{
    memory_fit fit;
    fit.suggestions = {made("first", 100, 100), made("second", 100, 100)};
    for (auto& each : fit.suggestions) each.then_fits = true;
    EXPECT_EQ(suggestion_sentences(fit).size(), 2U);
}

} // namespace ballast::tests
