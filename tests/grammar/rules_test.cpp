// Every rule of the grammar on its own: the texts that it matches completely, and the texts that it refuses.
#include "tests/grammar/rule_cases.hpp"

#include <gtest/gtest.h>
#include <tao/pegtl/contrib/analyze.hpp>

#include <set>

namespace ballast::tests {

std::vector<rule_case> all_cases()
{
    std::vector<rule_case> all;
    lexical_cases(all);
    shape_cases(all);
    metadata_cases(all);
    literal_cases(all);
    sharding_cases(all);
    attribute_cases(all);
    instruction_cases(all);
    value_cases(all);
    allocation_cases(all);
    total_cases(all);
    stack_trace_cases(all);
    live_range_cases(all);
    usage_report_cases(all);
    allocation_statistics_cases(all);
    oom_report_cases(all);
    buffer_info_cases(all);
    allocator_summary_cases(all);
    status_cases(all);
    memory_message_cases(all);
    module_text_cases(all);
    tpu_usage_cases(all);
    tpu_report_cases(all);
    files_cases(all);
    entry_cases(all);
    return all;
}

TEST(Rules, MatchAndRefuse)
{
    for (const auto& rule : all_cases()) {
        EXPECT_FALSE(rule.accepted.empty()) << rule.name;
        EXPECT_FALSE(rule.refused.empty()) << rule.name;
        for (const auto& text : rule.accepted) EXPECT_TRUE(rule.matches(text)) << rule.name << " on `" << text << '`';
        for (const auto& text : rule.refused) EXPECT_FALSE(rule.matches(text)) << rule.name << " on `" << text << '`';
    }
}

TEST(Rules, AreAllTested)
{
    std::set<std::string> tested;
    for (const auto& rule : all_cases()) tested.insert(rule.name);
    const auto reachable =
        rules_below<g::dump, g::allocation_alone, g::value_alone, g::metadata_alone, g::sharding_alone,
                    g::replica_groups_alone, g::frontend_alone, g::window_alone, g::origin_alone, g::domain_alone,
                    g::accuracy_alone, g::statistics_alone, g::aliases_alone>();
    for (const auto& name : reachable) EXPECT_TRUE(tested.contains(name)) << name << " has no cases";
    for (const auto& name : tested) EXPECT_TRUE(reachable.contains(name)) << name << " is not part of the grammar";
}

TEST(Rules, ConsumeOnEveryLoop) { EXPECT_EQ(tao::pegtl::analyze<g::dump>(), 0U); }

TEST(Rules, StopAtTheDepthLimit)
{
    const auto nest = [](std::size_t depth) { return std::string(depth, '(') + std::string(depth, ')'); };
    EXPECT_TRUE(matches<g::literal_text>(nest(g::depth_limit)));
    EXPECT_FALSE(matches<g::literal_text>(nest(g::depth_limit + 1)));
}

} // namespace ballast::tests
