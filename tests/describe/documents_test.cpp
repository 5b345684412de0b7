// What is derived from the rule types is up to date, and says what the rules say.
#include "describe/grammar_data.hpp"
#include "tests/describe/texts.hpp"

namespace ballast::tests {

namespace {

// BALLAST_UPDATE_GOLDEN=1 rewrites the file.
void compare(const std::string& file, const std::string& text)
{
    const auto path = golden().parent_path().parent_path() / file;
    if (std::getenv("BALLAST_UPDATE_GOLDEN")) std::ofstream(path, std::ios::binary) << text;
    EXPECT_EQ(read_file(path), text) << file << " is not what the rules say; scripts/update_documents.sh rewrites it";
}

} // namespace

TEST(Documents, AreWhatTheRulesSay)
{
    const auto& grammar = describe::dump_grammar();
    compare("spec/grammar.ebnf", describe::to_ebnf(grammar));
    compare("spec/grammar.rules", describe::to_rules(grammar));
    compare("fuzz/ballast.dict", describe::to_dictionary(grammar));
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

} // namespace ballast::tests
