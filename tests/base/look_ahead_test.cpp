// Text of several lines ends outside of braces and strings, and broken text is only read a few times.
#include "base/look_ahead.hpp"
#include "tests/support/support.hpp"

#include <optional>
#include <string>

namespace ballast::tests {

namespace {

std::optional<std::size_t> end_of(std::string_view text, std::string_view next_line = "  ")
{
    return look_ahead(text.size()).end_of_lines(text, next_line);
}

} // namespace

TEST(LookAhead, EndsOutsideOfBracesAndStrings)
{
    EXPECT_EQ(end_of("a={\n  1}\n  b\n"), 8U);
    EXPECT_EQ(end_of("a={{\n  }\n  }\n  b\n"), 12U);
    EXPECT_EQ(end_of("a=\"{\n  \"\n  b\n"), 8U);
    EXPECT_EQ(end_of("a=\"\\\"\n  \"\n  b\n"), 9U);
    EXPECT_EQ(end_of("a}\n  b\n"), 2U) << "a brace that closes nothing";
    EXPECT_EQ(end_of("a\n"), 1U) << "nothing follows";
}

TEST(LookAhead, EndsBeforeALineThatBeginsAsTheNextOneMust)
{
    EXPECT_EQ(end_of("a={}\n\n  b\n"), 5U);
    EXPECT_EQ(end_of("a={}\n\n  b\n", ""), 4U);
}

TEST(LookAhead, FindsNoEndWhereSomethingStaysOpen)
{
    EXPECT_EQ(end_of(""), std::nullopt);
    EXPECT_EQ(end_of("a"), std::nullopt);
    EXPECT_EQ(end_of("a={\n  b\n"), std::nullopt);
    EXPECT_EQ(end_of("a=\"\n  b\n"), std::nullopt);
    const auto nested = [](std::size_t depth) { return std::string(depth, '{') + std::string(depth, '}') + "\n"; };
    EXPECT_EQ(end_of(nested(256)), 512U);
    EXPECT_EQ(end_of(nested(257)), std::nullopt) << "more than the grammar takes";
}

// Each line leaves a brace open that the next one closes.
TEST(LookAhead, LooksAtBrokenTextAFewTimesOnly)
{
    std::string text;
    for (int i = 0; i < 100; ++i) text += "}{\n";
    const std::string sound = "a={\n}\n";
    look_ahead ahead(text.size());
    for (int i = 0; i < 3; ++i) EXPECT_EQ(ahead.end_of_lines(text, ""), std::nullopt);
    EXPECT_EQ(ahead.end_of_lines(sound, ""), 5U);
    EXPECT_EQ(ahead.end_of_lines(text, ""), std::nullopt);
    EXPECT_EQ(ahead.end_of_lines(sound, ""), std::nullopt) << "as many bytes as it may look at";
}

} // namespace ballast::tests
