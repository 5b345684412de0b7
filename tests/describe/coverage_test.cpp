// The rules, and the decisions in them, that the texts of the tests use.
#include "tests/describe/texts.hpp"
#include "tests/grammar/all_cases.hpp"

#include <fstream>
#include <iostream>
#include <map>
#include <set>

namespace ballast::tests {

namespace {

// Decisions that no text takes: the rule with the operator, the decision, and the reason.
struct exception {
    std::string_view rule;
    std::size_t way;
    std::string_view reason;
};
const std::vector<exception> exceptions{};

using way = std::pair<describe::node_id, std::size_t>;

class way_set {
public:
    explicit way_set(const describe::grammar_data& grammar) : grammar_(grammar), matcher_(grammar) {}

    void add(describe::node_id from, const std::string& text)
    {
        matcher_.match(from, text);
        for (const auto& s : matcher_.steps()) ++taken[{s.node, s.way}];
        for (const auto& s : matcher_.refuted()) ++taken[{s.node, s.way}];
    }
    void add(std::string_view rule, const std::string& text)
    {
        if (const auto found = grammar_.rules.find(rule); found != grammar_.rules.end()) add(found->second, text);
    }

    std::map<way, std::size_t> taken; // how often

private:
    const describe::grammar_data& grammar_;
    describe::matcher matcher_;
};

std::set<way> all_ways(const describe::grammar_data& grammar)
{
    std::set<way> result;
    for (describe::node_id id = 0; id < grammar.nodes.size(); ++id) {
        const auto& n = grammar.nodes[id];
        std::size_t count = n.name.empty() ? 0 : 1;
        switch (n.op) {
        case describe::operation::choice: count = n.children.size(); break;
        case describe::operation::optional:
        case describe::operation::star:
        case describe::operation::repeat_optional: count = 2; break;
        default: break;
        }
        for (std::size_t i = 0; i < count; ++i) result.emplace(id, i);
    }
    return result;
}

} // namespace

TEST(Coverage, EveryRuleAndEveryWayIsTakenByATestOrASeed)
{
    const auto& grammar = describe::dump_grammar();
    way_set tests(grammar);
    for (const auto& rule : all_cases()) {
        for (const auto& text : rule.accepted) tests.add(rule.name, text);
        for (const auto& text : rule.refused) tests.add(rule.name, text);
    }
    for (const auto& name : golden_dumps()) tests.add("dump", golden_dump(name));
    way_set seeds(grammar);
    for (const auto& [rule, text] : seed_texts()) seeds.add(rule, text);
    way_set sentences(grammar);
    for (const auto& [id, text] : drawn_sentences(10000, 5)) sentences.add(id, text);

    const auto owner = describe::owners(grammar);
    const auto all = all_ways(grammar);
    const auto count = [&](const std::map<way, std::size_t>& taken) {
        return std::ranges::count_if(all, [&](const way& w) { return taken.contains(w); });
    };
    std::cout << all.size() << " rules and ways; taken by the tests: " << count(tests.taken)
              << ", by the seeds: " << count(seeds.taken) << ", by 10000 sentences: " << count(sentences.taken) << "\n";
    // The report, one line per decision, on request.
    if (const char* path = std::getenv("BALLAST_COVERAGE_REPORT")) {
        std::ofstream report(path);
        report << "rule\toperator\tway\ttests\tseeds\tsentences\n";
        const auto times = [](const way_set& from, const way& w) {
            const auto found = from.taken.find(w);
            return found == from.taken.end() ? std::size_t{0} : found->second;
        };
        for (const auto& w : all)
            report << owner[w.first] << '\t' << w.first << '\t' << w.second << '\t' << times(tests, w) << '\t'
                   << times(seeds, w) << '\t' << times(sentences, w) << '\n';
    }
    std::size_t listed = 0;
    for (const auto& w : all) {
        if (tests.taken.contains(w) || seeds.taken.contains(w)) continue;
        const auto& name = owner[w.first];
        const bool excepted =
            std::ranges::any_of(exceptions, [&](const exception& e) { return e.rule == name && e.way == w.second; });
        listed += excepted ? 1 : 0;
        EXPECT_TRUE(excepted) << "way " << w.second << " of an operator in `" << name << "` (node " << w.first
                              << ") is taken by no test and no seed"
                              << (sentences.taken.contains(w) ? ", though by sentences" : "");
    }
    EXPECT_LE(listed * 50, all.size());
}

} // namespace ballast::tests
