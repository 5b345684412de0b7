// The examples in the chapters of the specification give the results that they state, and there are enough of them.
#include "describe/markdown.hpp"
#include "tests/describe/example_counts.hpp"

namespace ballast::tests {

namespace {

using kind = describe::example::kind;

std::string block_of(const describe::example_text& text)
{
    std::string result;
    for (const auto& line : text.shown) result.append(line.shown).append(line.marks);
    return result;
}

std::string listed(const verdict& v)
{
    std::string result;
    for (const auto& mark : v.marks)
        result += std::to_string(mark.place.line) + ":" + std::to_string(mark.place.column) + " [" +
                  std::string(mark.id) + "]\n";
    return result;
}

// Checks that a text is accepted if required, and that its marks are those of the reader.
void check(const describe::example& e, describe::example_text text, const verdict& v)
{
    EXPECT_NE(v.accepted ? kind::refused : kind::accepted, e.is);
    EXPECT_TRUE(v.accepted || e.is != kind::reported);
    EXPECT_TRUE(!v.marks.empty() || e.is != kind::reported);
    EXPECT_TRUE(v.prints_back);
    // Unknown spellings are noted. What a newer XLA adds has a warning.
    for (const auto& mark : v.marks)
        EXPECT_TRUE(e.is != kind::accepted || mark.severity == severity::note || mark.id == "unknown_item")
            << "accepted with " << mark.id;
    const auto block = block_of(text);
    EXPECT_TRUE(set_marks(text, v)) << "the example does not show the line of each finding:\n" << listed(v);
    EXPECT_TRUE(block_of(text) == block) << "what is found in the text is not what is marked:\n" << listed(v);
    if (e.era.empty() || e.is != kind::accepted) return;
    const auto era = parse_era(e.era);
    ASSERT_TRUE(era) << "no era " << e.era;
    EXPECT_FALSE(v.possible.intersect(*era).empty()) << "is not of " << e.era << " but of " << era_text(v.possible);
}

bool never_fails(const describe::grammar_data& grammar, describe::node_id id);

// True for `A &B / !(A B) C`, where C matches everywhere: the second alternative fails only where the first one
// matches.
bool is_complete(const describe::grammar_data& grammar, const describe::node& n)
{
    const auto& all = grammar.nodes;
    if (n.children.size() != 2) return false;
    const auto& first = all[n.children[0]];
    const auto& second = all[n.children[1]];
    if (first.children.size() != 2 || all[first.children[1]].op != describe::operation::at) return false;
    if (second.children.empty() || all[second.children[0]].op != describe::operation::not_at) return false;
    const auto& refused = all[all[second.children[0]].children.front()];
    return refused.op == describe::operation::sequence &&
           refused.children == std::vector{first.children[0], all[first.children[1]].children.front()} &&
           std::all_of(second.children.begin() + 1, second.children.end(),
                       [&](describe::node_id c) { return never_fails(grammar, c); });
}

// True if a node matches everywhere, so that no text can make it fail.
bool never_fails(const describe::grammar_data& grammar, describe::node_id id)
{
    const auto& n = grammar.nodes[id];
    const auto child = [&](describe::node_id c) { return never_fails(grammar, c); };
    switch (n.op) {
    case describe::operation::optional:
    case describe::operation::star:
    case describe::operation::repeat_optional: return true;
    case describe::operation::sequence:
    case describe::operation::plus: return std::ranges::all_of(n.children, child);
    case describe::operation::choice: return std::ranges::any_of(n.children, child) || is_complete(grammar, n);
    default: return false;
    }
}

} // namespace

TEST(Chapters, HaveExamplesThatAreReadAsTheySay)
{
    const auto all = chapters();
    const auto files = files_of(all);
    std::size_t texts = 0;
    example_reader reader(files);
    for_each_text(all, files, [&](const auto& c, const auto& e, const auto& text) {
        SCOPED_TRACE(c.name + ":" + std::to_string(text.line));
        EXPECT_EQ(text.fault, "");
        if (text.fault.empty()) check(e, text, reader.judge(e, text));
        ++texts;
    });
    EXPECT_GT(texts, 1000U);
}

TEST(Chapters, HaveExamplesOfEachProduction)
{
    const auto& spec = describe::dump_specification();
    const auto& grammar = spec.grammar;
    const auto all = chapters();
    const auto counts = count_examples(all);
    for (const auto name : productions_of_the_format(grammar)) {
        EXPECT_TRUE(counts.used.contains(name)) << "no accepted example uses " << name;
        const bool fails = !never_fails(grammar, grammar.rules.find(name)->second);
        EXPECT_NE(fails, describe::is_listed(spec.productions_that_cannot_fail, name)) << name;
        EXPECT_TRUE(!fails || counts.failing.contains(name)) << name << " fails in no refused example";
    }
}

TEST(Chapters, HaveExamplesOfEachContextRule)
{
    const auto all = chapters();
    const auto counts = count_examples(all);
    std::set<std::string_view> shown;
    for (const auto& c : all) {
        const std::string_view text = c.text;
        const std::string_view region = "<!-- rules:";
        for (auto at = text.find(region); at != std::string::npos; at = text.find(region, at)) {
            at += region.size();
            for (const auto name : describe::words_of(text.substr(at, text.find("-->", at) - at))) shown.insert(name);
        }
    }
    for (const auto& rule : context_rules()) {
        const auto name = "C" + std::to_string(rule.number);
        EXPECT_TRUE(shown.contains(name)) << "no chapter has " << name;
        EXPECT_TRUE(counts.kept.contains(name)) << "no accepted example shows " << name;
        EXPECT_TRUE(counts.broken.contains(name)) << "no refused example breaks " << name;
    }
}

// The specification lists the productions in which a text can break a rule.
TEST(Chapters, BreakContextRulesWhereTheyApply)
{
    std::map<unsigned, std::set<std::string_view>> unused;
    for (const auto& rule : describe::dump_specification().context_rules)
        unused[rule.number] = {rule.productions.begin(), rule.productions.end()};
    const auto listed = unused;
    const auto all = chapters();
    const auto files = files_of(all);
    example_reader reader(files);
    for_each_text(all, files, [&](const auto& c, const auto& e, const auto& text) {
        if (e.is != kind::refused || !text.fault.empty()) return;
        const auto marks = reader.judge(e, text).marks;
        const unsigned rule = marks.empty() ? 0 : marks.front().context_rule;
        if (rule == 0) return;
        bool found = false;
        for (const auto name : reader.productions(text)) {
            if (!listed.at(rule).contains(name)) continue;
            found = true;
            unused[rule].erase(name);
        }
        EXPECT_TRUE(found) << c.name << ":" << text.line << ": breaks C" << rule << " in none of its productions";
    });
    unused.erase(2); // only long texts break it
    for (const auto& [rule, names] : unused)
        for (const auto name : names) ADD_FAILURE() << "no refused example breaks C" << rule << " in " << name;
}

// A change shows two examples: the file that it changes, which conforms, and the file that it makes.
TEST(Chapters, HaveExamplesOfEachFinding)
{
    const auto all = chapters();
    const auto counts = count_examples(all);
    const auto& spec = describe::dump_specification();
    for (const auto& row : spec.findings)
        EXPECT_NE(counts.found.contains(row.id), describe::is_listed(spec.findings_without_example, row.id)) << row.id;
}

} // namespace ballast::tests
