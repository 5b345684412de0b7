// Everything that can be found, and the document about it.
#include "tests/support/support.hpp"

#include <set>

namespace ballast::tests {

TEST(Diagnostics, EveryRowHasANameAndASentence)
{
    std::set<std::string_view> names;
    for (const auto& row : all_findings()) {
        EXPECT_FALSE(row.name.empty());
        EXPECT_TRUE(row.sentence.ends_with('.')) << row.name;
        EXPECT_TRUE(names.insert(row.name).second) << row.name;
        EXPECT_EQ(&info(row.id), &row);
    }
}

TEST(Diagnostics, EveryContextRuleHasAFinding)
{
    std::set<int> broken;
    for (const auto& row : all_findings()) broken.insert(row.rule);
    for (const auto& rule : context_rules()) EXPECT_EQ(broken.count(rule.number), 1U) << rule.name;
}

// spec/diagnostics.md is made from the registry; BALLAST_UPDATE_GOLDEN=1 rewrites it.
TEST(Diagnostics, TheDocumentListsEveryRow)
{
    std::string text =
        "# Diagnostics\n\nEverything that can be found, by the identifier in brackets after a message. What the "
        "phase `context` or `era`\nfinds breaks a context rule; its number is in the last column.\n\n"
        "| identifier | phase | severity | meaning | rule |\n|---|---|---|---|---|\n";
    for (const auto& row : all_findings()) {
        text.append("| `").append(row.name).append("` | ").append(name_of(row.phase)).append(" | ");
        text.append(name_of(row.severity)).append(" | ").append(row.sentence).append(" | ");
        text.append(row.rule == 0 ? "" : "C" + std::to_string(row.rule)).append(" |\n");
    }
    text +=
        "\n## Context rules\n\nThe grammar alone matches more than is accepted: a text is refused where one of "
        "these does not hold, and for nothing\nelse. A value of a known attribute that the grammar took as plain "
        "text breaks C8, a literal C6; its identifier is that\nof the construct with the fault.\n\n| number | rule | "
        "what holds |\n|---|---|---|\n";
    for (const auto& rule : context_rules())
        text.append("| C")
            .append(std::to_string(rule.number))
            .append(" | `")
            .append(rule.name)
            .append("` | ")
            .append(rule.sentence)
            .append(" |\n");
    const auto path = golden().parent_path().parent_path() / "spec" / "diagnostics.md";
    if (std::getenv("BALLAST_UPDATE_GOLDEN")) std::ofstream(path, std::ios::binary) << text;
    EXPECT_EQ(read_file(path), text);
}

} // namespace ballast::tests
