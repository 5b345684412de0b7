// What diagnostics look like.
#include "tests/support/support.hpp"

#include <set>

namespace ballast::tests {

TEST(Diagnostics, EveryKindHasANameAndASentence)
{
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < diagnostic_kind_count; ++i) {
        const auto& kind = info(static_cast<diagnostic_kind>(i));
        EXPECT_FALSE(kind.name.empty()) << i;
        EXPECT_TRUE(kind.sentence.ends_with('.')) << kind.name;
        EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
    }
}

// spec/diagnostics.md is made from the table; BALLAST_UPDATE_GOLDEN=1 rewrites it.
TEST(Diagnostics, TheDocumentListsEveryKind)
{
    std::string text = "# Diagnostics\n\nEvery kind that can stand in brackets behind a message, and what it means.\n\n"
                       "| kind | meaning |\n|---|---|\n";
    for (std::size_t i = 0; i < diagnostic_kind_count; ++i) {
        const auto& kind = info(static_cast<diagnostic_kind>(i));
        text.append("| `").append(kind.name).append("` | ").append(kind.sentence).append(" |\n");
    }
    text += "\n## Context rules\n\nThe grammar alone matches more than is accepted: a text is refused where one of "
            "these does "
            "not hold, and for nothing\nelse.\n\n| number | rule | what holds |\n|---|---|---|\n";
    for (std::size_t i = 0; i < context_rule_count; ++i) {
        const auto& rule = info(static_cast<context_rule>(i));
        text.append("| C").append(std::to_string(i + 1)).append(" | `").append(rule.name).append("` | ");
        text.append(rule.sentence).append(" |\n");
    }
    const auto path = golden().parent_path().parent_path() / "spec" / "diagnostics.md";
    if (std::getenv("BALLAST_UPDATE_GOLDEN")) std::ofstream(path, std::ios::binary) << text;
    EXPECT_EQ(read_file(path), text);
}

TEST(Diagnostics, ColumnsAreCodePoints)
{
    const auto d = make_diagnostic(severity::error, diagnostic_kind::peak, "x", "one\n├── ä b\n", 4 + 3 * 3 + 1 + 2);
    EXPECT_EQ(d.place.line, 2);
    EXPECT_EQ(d.place.column, 6);
    EXPECT_EQ(d.window, "├── ä b");
    EXPECT_EQ(d.caret, 5);
}

TEST(Diagnostics, LongLinesAreShownThroughAWindow)
{
    const std::string line = std::string(1000, 'a') + "!" + std::string(1000, 'b');
    const auto d = make_diagnostic(severity::error, diagnostic_kind::peak, "x", line, 1000);
    EXPECT_EQ(d.place.column, 1001);
    EXPECT_EQ(d.window.size(), 160U);
    EXPECT_EQ(d.window[static_cast<std::size_t>(d.caret)], '!');
    EXPECT_TRUE(d.window.starts_with("...a"));
    EXPECT_TRUE(d.window.ends_with("b..."));
    const auto first = make_diagnostic(severity::error, diagnostic_kind::peak, "x", line, 0);
    EXPECT_EQ(first.caret, 0);
    EXPECT_EQ(first.window.size(), 160U);
    const auto last = make_diagnostic(severity::error, diagnostic_kind::peak, "x", line, 2001);
    EXPECT_EQ(last.caret, static_cast<std::int64_t>(last.window.size()));
    EXPECT_LE(last.window.size(), 160U);
}

TEST(Diagnostics, ControlBytesAreNotShownRaw)
{
    const auto d = make_diagnostic(severity::error, diagnostic_kind::peak, "x", "a\tb\x1b[0m\xff", 2);
    EXPECT_EQ(d.window, "a?b?[0m?");
}

} // namespace ballast::tests
