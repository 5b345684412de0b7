// Documents that are derived from the rule types are up to date.
#include "describe/grammar_data.hpp"
#include "describe/printed.hpp"
#include "describe/tables.hpp"
#include "tests/describe/texts.hpp"

#include <algorithm>
#include <set>

namespace ballast::tests {

namespace {

// BALLAST_UPDATE_GOLDEN=1 rewrites the file.
void compare(const std::string& file, const std::string& text)
{
    const auto path = golden().parent_path().parent_path() / file;
    if (std::getenv("BALLAST_UPDATE_GOLDEN")) std::ofstream(path, std::ios::binary) << text;
    EXPECT_EQ(read_file(path), text) << file
                                     << " is not what the rules say; scripts/dev/update_documents.sh rewrites it";
}

} // namespace

TEST(Documents, AreWhatTheRulesSay)
{
    const auto& grammar = describe::dump_grammar();
    compare("spec/grammar.ebnf", describe::to_ebnf(grammar));
    compare("spec/grammar.rules", describe::to_rules(grammar));
    compare("fuzz/ballast.dict", describe::to_dictionary(grammar));
}

TEST(Documents, DiagnosticsAreWhatTheRegistrySays)
{
    compare("spec/diagnostics.md", describe::diagnostics_document(describe::dump_specification()));
}

TEST(Documents, SayTheOperatorsOfSomeKnownRules)
{
    const auto ebnf = describe::to_ebnf(describe::dump_grammar());
    const auto line = [&](const std::string& name) {
        const auto at = ebnf.find("\n" + name + " ");
        EXPECT_NE(at, std::string::npos) << name;
        const auto begin = ebnf.find("::= ", at) + 4;
        return ebnf.substr(begin, ebnf.find('\n', begin) - begin);
    };
    EXPECT_EQ(line("decimal"), "positive / zero");
    EXPECT_EQ(line("zero"), "\"0\" ![0-9]");
    EXPECT_EQ(line("positive"), "&[1-9] digits");
    EXPECT_EQ(line("index"), "\"{\" ( index_element ( \",\" index_element )* )? index_close");
    EXPECT_EQ(line("first_group"), "[1-9] [0-9]{0,2} / \"0\" !( blank? [0-9] )");
    EXPECT_EQ(line("multibyte"), "[U+0080-U+10FFFF]");
    EXPECT_EQ(line("stack_label"), "TEXT_BEFORE_LAST_PARENTHESIS(stack_tail, branch)");
}

TEST(Documents, EveryReferenceIsDefined)
{
    const auto& grammar = describe::dump_grammar();
    EXPECT_GT(grammar.order.size(), 600U);
    for (const auto& n : grammar.nodes)
        for (const auto child : n.children) ASSERT_LT(child, grammar.nodes.size());
    for (const auto id : grammar.order) EXPECT_FALSE(grammar.nodes[id].name.empty());
}

TEST(Specification, FeaturesHaveIdentifiersOfTheirOwn)
{
    std::set<std::string> ids;
    for (const auto& feature : describe::dump_specification().features)
        EXPECT_TRUE(ids.insert(feature.id).second) << feature.id;
}

TEST(Specification, EachPartWasPrintedAtSomeTime)
{
    const auto& spec = describe::dump_specification();
    const describe::printed_parts parts(spec);
    const auto owner = describe::owners(spec.grammar);
    for (describe::node_id id = 0; id < spec.grammar.nodes.size(); ++id)
        EXPECT_FALSE(parts.at(id).printed.empty()) << "something in `" << owner[id] << "` was never printed";
}

TEST(Specification, AlternativesHaveThePeriodsOfWhatIsInThem)
{
    const auto& spec = describe::dump_specification();
    const describe::printed_parts parts(spec);
    const auto& grammar = spec.grammar;
    const auto printed = [&](std::string_view rule) { return parts.at(grammar.rules.find(rule)->second).printed; };
    const auto shown = [&](std::string_view rule) {
        std::vector<std::string> ids;
        for (const auto feature : parts.at(grammar.rules.find(rule)->second).features)
            ids.push_back(spec.features[feature].id);
        return ids;
    };
    EXPECT_EQ(printed("decimal"), parts.always());
    EXPECT_EQ(printed("dump"), parts.always());
    // From its own feature.
    EXPECT_EQ(printed("value_line_v4").to_string(), "D4..D24 2019-09-09..now");
    EXPECT_EQ(shown("value_line_v4"), std::vector<std::string>{"value_lines_v4"});
    // From its alternatives: each has a feature, but they have no feature in common.
    EXPECT_EQ(printed("value_line_old").to_string(), "D0..D3 2019-03-12..2019-09-09");
    EXPECT_TRUE(shown("value_line_old").empty());
    // From a part that is always present.
    EXPECT_EQ(printed("reused_block").to_string(), "D22..D24 2026-06-17..now");
    EXPECT_EQ(shown("reused_block"), std::vector<std::string>{"reused_block"});
    // From a word.
    const auto& versions = grammar.at("api_version").children;
    const auto unified = std::ranges::find_if(
        versions, [&](auto id) { return grammar.nodes[id].text == "API_VERSION_STATUS_RETURNING_UNIFIED"; });
    ASSERT_NE(unified, versions.end());
    EXPECT_EQ(parts.at(*unified).printed.intervals().front().begin, 202205020000);
    // From an absent part.
    const auto& head = grammar.at("allocation_head").children;
    const auto pointer = std::ranges::find_if(head, [&](auto id) { return !parts.shown_without(id).empty(); });
    ASSERT_NE(pointer, head.end());
    EXPECT_EQ(spec.features[*parts.shown_without(*pointer).begin()].id, "no_pointer");
}

} // namespace ballast::tests
