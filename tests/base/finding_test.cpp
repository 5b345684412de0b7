// The form of findings: messages, places, excerpts.
#include "tests/support/support.hpp"

#include <algorithm>

namespace ballast::tests {

TEST(Diagnostics, MessagesTakeTheirArguments)
{
    EXPECT_EQ((finding_message{"{} after {{{}}}", {"a", "b"}}.text()), "a after {b}");
    EXPECT_EQ((finding_message{"`invalid{{}}`", {}}.text()), "`invalid{}`");
}

TEST(Diagnostics, ColumnsAreCodePoints)
{
    const std::string_view text = "one\n├── ä b\n";
    const auto place = line_table(text).place_of(4 + 3 * 3 + 1 + 2);
    EXPECT_EQ(place.line, 2);
    EXPECT_EQ(place.column, 6);
    const auto shown = excerpt_of(text, 4 + 3 * 3 + 1, 4 + 3 * 3 + 1 + 2);
    EXPECT_EQ(shown.window, "├── ä b");
    EXPECT_EQ(shown.caret, 4);
    EXPECT_EQ(shown.width, 1);
}

// Look-ups in any order give the same places as counting from the beginning, even inside a code point.
TEST(Diagnostics, PlacesAreThoseOfCounting)
{
    std::string text;
    for (int i = 0; i < 3000; ++i)
        text += i % 7 == 0 ? "ä├\n" : i % 100 < 40 ? "日本語" : i % 11 == 0 ? "\x80\x80\x80\x80\x80\xff" : "x\n";
    text += std::string(20000, 'y') + std::string(5000, '\x80') + "\nend";
    std::int64_t line = 1;
    line_table in_order(text);
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const bool begins_line = i == 0 || text[i - 1] == '\n';
        if (begins_line && i != 0) ++line;
        const auto got = in_order.place_of(static_cast<std::int64_t>(i));
        ASSERT_EQ(got.line, line) << i;
        if (begins_line) {
            ASSERT_EQ(got.column, 1) << i;
        }
    }
    line_table at_random(text);
    for (std::size_t i = 0; i < text.size(); i += 977) {
        const auto at = static_cast<std::int64_t>((i * 7919) % text.size());
        const auto got = at_random.place_of(at);
        const auto expected = line_table(text).place_of(at);
        ASSERT_EQ(got.line, expected.line);
        ASSERT_EQ(got.column, expected.column);
    }
    EXPECT_EQ(line_table(text).place_of(static_cast<std::int64_t>(text.size()) - 4).column, 25001);
}

TEST(Diagnostics, LongLinesAreShownThroughAWindow)
{
    const std::string line = std::string(1000, 'a') + "!" + std::string(1000, 'b');
    EXPECT_EQ(line_table(line).place_of(1000).column, 1001);
    const auto d = excerpt_of(line, 1000, 1003);
    EXPECT_EQ(d.window.size(), 160U);
    EXPECT_EQ(d.window[static_cast<std::size_t>(d.caret)], '!');
    EXPECT_EQ(d.width, 3);
    EXPECT_TRUE(d.window.starts_with("...a"));
    EXPECT_TRUE(d.window.ends_with("b..."));
    const auto first = excerpt_of(line, 0, 2000);
    EXPECT_EQ(first.caret, 0);
    EXPECT_EQ(first.window.size(), 160U);
    EXPECT_EQ(first.width, 157);
    const auto last = excerpt_of(line, 2001, 2001);
    EXPECT_EQ(last.caret, static_cast<std::int64_t>(last.window.size()));
    EXPECT_LE(last.window.size(), 160U);
    EXPECT_EQ(last.width, 1);
}

TEST(Diagnostics, ControlBytesAreNotShownRaw) { EXPECT_EQ(excerpt_of("a\tb\x1b[0m\xff", 2, 3).window, "a?b?[0m?"); }

} // namespace ballast::tests
