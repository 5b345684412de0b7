// The registry of findings.
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

} // namespace ballast::tests
