// The decisions of a match.
#include "describe/matcher.hpp"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

namespace ballast::tests {

// The matcher tries every parenthesis as the end of a label. Failed attempts leave no steps.
TEST(Matcher, KeepsNoStepsOfFailedAttempts)
{
    const auto& grammar = describe::dump_grammar();
    describe::matcher matcher(grammar);
    ASSERT_TRUE(matcher.matches(grammar.rules.find("stack_row")->second,
                                "      ├── a (b) (50.0%, total: 4 bytes, current: 4 bytes, remaining: 4 bytes)\n"));
    std::set<std::tuple<describe::node_id, std::size_t, std::size_t>> met;
    for (const auto& step : matcher.steps())
        EXPECT_TRUE(met.emplace(step.node, step.way, step.at).second)
            << grammar.nodes[step.node].name << " at " << step.at << " twice";
}

} // namespace ballast::tests
