// Random sentences of the grammar are recognised: no alternative hides another one, and no repetition takes too much.
#include "tests/describe/texts.hpp"

#include <algorithm>
#include <iostream>
#include <set>

namespace ballast::tests {

TEST(Sentences, OfEveryRuleAreRecognised)
{
    const auto& grammar = describe::dump_grammar();
    random_source from(std::uint64_t{20261121});
    describe::sentences source(grammar, from);
    describe::matcher matcher(grammar);
    std::set<std::string> without; // rules that end with a look-ahead only occur inside others
    std::set<std::string> inside;
    std::size_t drawn = 0;
    std::vector<describe::node_id> starts;
    for (std::size_t round = 0; round < 17; ++round)
        starts.insert(starts.end(), grammar.order.begin(), grammar.order.end());
    starts.insert(starts.end(), 500, grammar.rules.find("dump")->second);
    for (const auto id : starts) {
        const auto sentence = source.draw(id, starts.size() - drawn > 500 ? 60 : 400);
        if (!sentence) {
            without.insert(grammar.nodes[id].name);
            continue;
        }
        ++drawn;
        EXPECT_TRUE(sentence->matched) << "`" << sentence->fault << "` does not match its part of "
                                       << grammar.nodes[id].name << "\n"
                                       << sentence->text;
        if (!sentence->matched || !matcher.matches(id, sentence->text)) continue;
        for (const auto& step : matcher.steps()) inside.insert(grammar.nodes[step.node].name);
        for (const auto& step : matcher.refuted()) inside.insert(grammar.nodes[step.node].name);
    }
    EXPECT_GE(drawn, 10000U);
    for (const auto& [rule, text] : seed_texts()) {
        matcher.match(grammar.rules.find(rule)->second, text);
        for (const auto& step : matcher.steps()) inside.insert(grammar.nodes[step.node].name);
        for (const auto& step : matcher.refuted()) inside.insert(grammar.nodes[step.node].name);
    }
    for (const auto& name : without) EXPECT_TRUE(inside.contains(name)) << "no sentence of " << name;
    std::cout << drawn << " sentences of " << grammar.order.size() << " rules; none alone of " << without.size()
              << " that end looking ahead\n";
}

// The data and the compiled rules are the same grammar: they agree on sentences, and on sentences with an error.
TEST(Sentences, AreReadAlikeByTheDataAndByTheRules)
{
    const auto& grammar = describe::dump_grammar();
    random_source from(std::uint64_t{7});
    describe::sentences source(grammar, from);
    describe::matcher matcher(grammar);
    std::size_t matched = 0;
    std::size_t refused = 0;
    const auto compare = [&](std::optional<entry> which, describe::node_id id, const std::string& text) {
        const bool by_data = matcher.matches(id, text);
        const bool by_rules = which ? recognise(*which, text) : recognise(text);
        EXPECT_EQ(by_data, by_rules) << grammar.nodes[id].name << "\n" << text;
        ++(by_rules ? matched : refused);
    };
    const auto look = [&](std::optional<entry> which, describe::node_id id, std::string text) {
        compare(which, id, text);
        for (int i = 0; i < 4 && !text.empty(); ++i) {
            const auto at = from.below(text.size());
            switch (from.below(3)) {
            case 0: text.erase(at, 1); break;
            case 1: text.insert(at, 1, " {}(),0a\n\"%"[from.below(11)]); break;
            default: text[at] = " {}(),0a\n\"%"[from.below(11)];
            }
            compare(which, id, text);
        }
    };
    for (const auto& [which, name] : single_rules()) {
        const auto id = grammar.rules.find(name)->second;
        for (int i = 0; i < 150; ++i)
            if (const auto sentence = source.draw(id)) look(which, id, sentence->text);
    }
    const auto dump = grammar.rules.find("dump")->second;
    for (int i = 0; i < 300; ++i)
        if (const auto sentence = source.draw(dump, 400)) look(std::nullopt, dump, sentence->text);
    for (const auto& name : golden_dumps()) look(std::nullopt, dump, golden_dump(name));
    EXPECT_GT(matched, 2000U);
    EXPECT_GT(refused, 5000U);
}

TEST(Sentences, AreTheSameForASeedEverywhere)
{
    const auto& grammar = describe::dump_grammar();
    const auto draw = [&](std::uint64_t seed) {
        random_source from(seed);
        describe::sentences source(grammar, from);
        return source.draw(grammar.rules.find("shape")->second)->text;
    };
    EXPECT_EQ(draw(3), draw(3));
    EXPECT_NE(draw(3), draw(4));
}

} // namespace ballast::tests
