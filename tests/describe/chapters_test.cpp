// The chapters of the specification: what is derived in them is up to date, their examples are accepted and refused as
// they say, and there are enough of them. BALLAST_UPDATE_GOLDEN=1 rewrites regions and the marks under faults.
#include "ballast/releases.hpp"
#include "describe/chapters.hpp"
#include "describe/examples.hpp"
#include "describe/matcher.hpp"
#include "era/timeline.hpp"
#include "tests/describe/texts.hpp"

#include <algorithm>
#include <iostream>
#include <set>

namespace ballast::tests {

namespace {

fs::path spec_folder() { return golden().parent_path().parent_path() / "spec"; }

// The overview and the chapters that it lists, in its order.
std::vector<describe::chapter> chapters()
{
    const auto overview = read_file(spec_folder() / "overview.md");
    std::vector<describe::chapter> result{{"overview.md", overview}};
    const std::string_view link = "](";
    auto at = overview.find("\n## Chapters\n");
    const auto end = overview.find("\n## ", at + 1);
    while ((at = overview.find(link, at)) < end) {
        at += link.size();
        const auto name = overview.substr(at, overview.find(')', at) - at);
        result.push_back({name, read_file(spec_folder() / name)});
    }
    return result;
}

bool updating() { return std::getenv("BALLAST_UPDATE_GOLDEN") != nullptr; }

// Productions that the library reads on its own, with their context rules.
std::optional<entry> entry_of_production(std::string_view production)
{
    static const std::map<std::string_view, entry> all{
        {"shape", entry::shape},
        {"layout", entry::layout},
        {"instruction", entry::instruction},
        {"metadata", entry::metadata},
        {"allocation_head", entry::allocation},
        {"value_line_v4", entry::value},
        {"value_name", entry::value},
        {"literal", entry::literal},
        {"sharding", entry::sharding},
        {"replica_groups", entry::replica_groups},
        {"frontend_attributes", entry::frontend_attributes},
        {"window", entry::window},
        {"origin", entry::origin},
        {"domain", entry::domain},
        {"result_accuracy", entry::result_accuracy},
        {"statistics", entry::statistics},
        {"aliases", entry::output_to_operand_aliasing},
    };
    const auto found = all.find(production);
    if (found == all.end()) return std::nullopt;
    return found->second;
}

// What a reader says of a text.
struct verdict {
    bool accepted = false;
    std::string id;        // of the first finding; empty if only the grammar was asked
    std::uint8_t rule = 0; // the context rule that does not hold
    text_place fault;
    std::vector<witness> shown;
};

class reader {
public:
    verdict judge(const describe::example_text& e)
    {
        if (e.production.empty()) return judged(parse(e.text), e.text);
        if (const auto which = entry_of_production(e.production)) return judged(parse(*which, e.text), e.text);
        verdict result;
        const auto end = matcher_.match(node_of(e), e.text);
        result.accepted = end == e.text.size();
        if (!result.accepted) put_place(result, e.text, std::max(matcher_.farthest(), end.value_or(0)));
        return result;
    }
    // Productions that the grammar used for an accepted text, and those that failed at the fault of a refused one.
    std::set<std::string_view> productions(const describe::example_text& e, bool accepted)
    {
        std::set<std::string_view> result;
        const bool matched = matcher_.matches(node_of(e), e.text);
        const auto add = [&](describe::node_id id) {
            if (!grammar_.nodes[id].name.empty()) result.insert(grammar_.nodes[id].name);
        };
        if (accepted) {
            for (const auto& step : matcher_.steps()) add(step.node);
            for (const auto& step : matcher_.refuted()) add(step.node);
        } else if (!matched) {
            for (const auto id : matcher_.failed()) add(id);
            add(node_of(e));
        }
        return result;
    }

private:
    [[nodiscard]] describe::node_id node_of(const describe::example_text& e) const
    {
        const auto found = grammar_.rules.find(e.production.empty() ? "dump" : e.production);
        if (found == grammar_.rules.end()) throw std::runtime_error("no production " + std::string(e.production));
        return found->second;
    }
    static void put_place(verdict& of, const std::string& text, std::size_t offset)
    {
        of.fault = line_table(text).place_of(static_cast<std::int64_t>(offset));
    }
    template <typename Result>
    static verdict judged(const Result& read, const std::string& text)
    {
        verdict result;
        result.accepted = read.accepted() && print(*read.value) == text;
        if (read.accepted()) {
            result.shown.assign(read.value->witnesses().begin(), read.value->witnesses().end());
        } else {
            const auto& fault = read.findings.front();
            result.id = info(fault.id).name;
            result.rule = context_rule_of(fault);
            put_place(result, text, static_cast<std::size_t>(fault.begin));
        }
        return result;
    }

    const describe::grammar_data& grammar_ = describe::dump_grammar();
    describe::matcher matcher_{grammar_};
};

// The line that marks the fault of a refused text.
std::string mark_of(const describe::example_text& text, const verdict& v)
{
    const auto blanks = text.before.size() + static_cast<std::size_t>(v.fault.column) - 1;
    return std::string(blanks, ' ') + "^" + (v.id.empty() ? "" : " [" + v.id + "]");
}

// How many lines of a text stand above its mark. A fault may be at the end of the text.
std::size_t marked_in(const describe::example_text& text, const verdict& v)
{
    const auto lines = std::max<std::ptrdiff_t>(std::ranges::count(text.text, '\n'), 1);
    return static_cast<std::size_t>(std::min<std::ptrdiff_t>(v.fault.line, lines));
}

// The block of a refused example with its marks.
std::string with_marks(const describe::example& e, reader& reads)
{
    std::string result;
    for (const auto& text : describe::texts_of(e)) {
        auto whole = text.before + text.text + (e.by_line ? "\n" : "");
        const auto v = reads.judge(text);
        std::size_t at = 0;
        for (auto line = marked_in(text, v); line != 0; --line) at = whole.find('\n', at) + 1;
        if (!v.accepted) whole.insert(at, mark_of(text, v) + "\n");
        result += whole;
    }
    return result;
}

std::string with_marks(const describe::chapter& c, reader& reads)
{
    auto result = c.text;
    const auto all = describe::examples_of(c.text);
    for (auto e = all.rbegin(); e != all.rend(); ++e)
        if (!e->accepted)
            result.replace(static_cast<std::size_t>(e->block.data() - c.text.data()), e->block.size(),
                           with_marks(*e, reads));
    return result;
}

void check(const describe::chapter& c, const describe::example& e, reader& reads)
{
    for (const auto& text : describe::texts_of(e)) {
        const auto where = c.name + ":" + std::to_string(text.line) + ": ";
        const auto v = reads.judge(text);
        EXPECT_EQ(v.accepted, e.accepted) << where << "line " << v.fault.line << " of this text:\n"
                                          << text.text << "\n"
                                          << mark_of(text, v);
        if (v.accepted != e.accepted) continue;
        if (!e.accepted) {
            EXPECT_EQ(mark_of(text, v), text.mark) << where;
            EXPECT_EQ(marked_in(text, v), text.marked) << where;
        } else if (!e.era.empty()) {
            const auto era = parse_era(e.era);
            ASSERT_TRUE(era) << where << "no era " << e.era;
            EXPECT_FALSE(date(v.shown).possible.intersect(*era).empty())
                << where << "is not of " << e.era << " but of " << era_text(date(v.shown).possible);
        }
    }
}

// Whether a node matches at every place, so that no text can show how it fails.
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
    case describe::operation::choice: return std::ranges::any_of(n.children, child);
    default: return false;
    }
}

// Below `dump`: what is read on its own has productions that are not part of the format.
std::set<std::string_view> productions_of_the_format(const describe::grammar_data& grammar)
{
    std::set<std::string_view> result;
    std::set<describe::node_id> seen;
    std::vector<describe::node_id> open{grammar.rules.find("dump")->second};
    while (!open.empty()) {
        const auto id = open.back();
        open.pop_back();
        if (!seen.insert(id).second) continue;
        const auto& n = grammar.nodes[id];
        if (!n.name.empty()) result.insert(n.name);
        open.insert(open.end(), n.children.begin(), n.children.end());
    }
    return result;
}

std::string joined(const std::vector<std::string_view>& names)
{
    std::string result;
    for (const auto name : names) result.append(result.empty() ? "" : " ").append(name);
    return result;
}

// Productions that no accepted example uses, and why. All of them are looked for where they must not match.
struct exception {
    std::string_view production;
    std::string_view reason;
};
const exception never_used[] = {
    {"known_item", "a header in which it matches where an unknown item is looked for is refused"},
    {"lone_one", "a count of 1 is refused"},
    {"other_record", "a text of several lines that goes on with another record is refused"},
    {"unprinted_type", "a shape of this type is refused"},
};

bool never_uses(std::string_view production)
{
    return std::ranges::any_of(never_used, [&](const exception& e) { return e.production == production; });
}

} // namespace

TEST(Documents, ChaptersShowWhatIsDerived)
{
    auto all = chapters();
    const describe::chapter_writer writer(describe::dump_specification(), all);
    for (const auto& fault : writer.faults()) ADD_FAILURE() << fault;
    if (!writer.faults().empty()) return;
    reader reads;
    for (auto& c : all) {
        const describe::chapter derived{c.name, writer.filled(c)};
        const auto text = updating() ? with_marks(derived, reads) : derived.text;
        if (updating()) std::ofstream(spec_folder() / c.name, std::ios::binary) << text;
        EXPECT_TRUE(read_file(spec_folder() / c.name) == text)
            << "spec/" << c.name << " does not have what is derived; scripts/update_documents.sh rewrites it";
    }
}

TEST(Chapters, HaveExamplesThatAreReadAsTheySay)
{
    std::size_t texts = 0;
    reader reads;
    for (const auto& c : chapters())
        for (const auto& e : describe::examples_of(c.text)) {
            check(c, e, reads);
            texts += describe::texts_of(e).size();
        }
    EXPECT_GT(texts, 50U);
}

TEST(Chapters, ShowEachProduction)
{
    const auto& grammar = describe::dump_grammar();
    const auto all = chapters();
    const describe::chapter_writer writer(describe::dump_specification(), all);
    std::vector<std::string_view> missing;
    for (const auto name : productions_of_the_format(grammar))
        if (!writer.shown().contains(name)) missing.push_back(name);
    EXPECT_TRUE(missing.empty()) << "no chapter shows: " << joined(missing);
}

TEST(Chapters, HaveExamplesOfEachProduction)
{
    const auto& grammar = describe::dump_grammar();
    const auto all = chapters();
    const describe::chapter_writer writer(describe::dump_specification(), all);
    std::set<std::string_view> used;
    std::set<std::string_view> refused;
    std::size_t accepted_texts = 0;
    std::size_t refused_texts = 0;
    reader reads;
    for (const auto& c : all)
        for (const auto& e : describe::examples_of(c.text))
            for (const auto& text : describe::texts_of(e)) {
                ++(e.accepted ? accepted_texts : refused_texts);
                (e.accepted ? used : refused).merge(reads.productions(text, e.accepted));
            }
    const auto format = productions_of_the_format(grammar);
    std::vector<std::string_view> not_used;
    std::vector<std::string_view> not_refused;
    std::size_t shown = 0;
    std::size_t infallible = 0;
    for (const auto name : writer.shown()) {
        if (!format.contains(name)) continue;
        ++shown;
        if (used.contains(name) == never_uses(name)) not_used.push_back(name);
        const bool fails = !never_fails(grammar, grammar.rules.find(name)->second);
        infallible += fails ? 0 : 1;
        if (fails && !refused.contains(name)) not_refused.push_back(name);
    }
    std::cout << accepted_texts << " accepted and " << refused_texts << " refused texts; " << shown << " of "
              << format.size() << " productions in chapters, " << infallible << " of them never fail\n";
    EXPECT_TRUE(not_used.empty()) << not_used.size() << " productions without an accepted example, or listed with one: "
                                  << joined(not_used);
    EXPECT_TRUE(not_refused.empty()) << not_refused.size()
                                     << " productions without a refused example: " << joined(not_refused);
}

TEST(Chapters, HaveExamplesOfEachContextRule)
{
    std::set<std::string> shown;
    std::set<std::string> kept;
    std::set<std::string> broken;
    reader reads;
    const auto all = chapters();
    for (const auto& c : all) {
        for (const auto& e : describe::examples_of(c.text)) {
            for (const auto rule : e.rules) kept.emplace(rule);
            if (e.accepted) continue;
            for (const auto& text : describe::texts_of(e)) broken.insert("C" + std::to_string(reads.judge(text).rule));
        }
        const std::string region = "<!-- rules:";
        for (auto at = c.text.find(region); at != std::string::npos; at = c.text.find(region, at)) {
            at += region.size();
            std::istringstream names(c.text.substr(at, c.text.find("-->", at) - at));
            for (std::string name; names >> name;) shown.insert(name);
        }
    }
    for (const auto& rule : context_rules()) {
        const auto name = "C" + std::to_string(rule.number);
        EXPECT_TRUE(shown.contains(name)) << "no chapter has " << name;
        EXPECT_TRUE(kept.contains(name)) << "no accepted example shows " << name;
        EXPECT_TRUE(broken.contains(name)) << "no refused example breaks " << name;
    }
}

// The specification says in which productions a text breaks a rule.
TEST(Chapters, BreakContextRulesWhereTheyApply)
{
    std::map<unsigned, std::set<std::string>> unused;
    for (const auto& rule : describe::dump_specification().context_rules)
        unused[rule.number] = {rule.productions.begin(), rule.productions.end()};
    const auto listed = unused;
    reader reads;
    for (const auto& c : chapters())
        for (const auto& e : describe::examples_of(c.text)) {
            if (e.accepted) continue;
            for (const auto& text : describe::texts_of(e)) {
                const unsigned rule = reads.judge(text).rule;
                if (rule == 0) continue;
                auto used = reads.productions(text, true);
                used.merge(reads.productions(text, false));
                bool found = false;
                for (const auto& name : listed.at(rule)) {
                    if (!used.contains(name)) continue;
                    found = true;
                    unused[rule].erase(name);
                }
                EXPECT_TRUE(found) << c.name << ":" << text.line << ": breaks C" << rule
                                   << " in none of its productions";
            }
        }
    unused.erase(2); // nothing but long texts breaks it; the grammar says what counts
    for (const auto& [rule, names] : unused)
        for (const auto& name : names) ADD_FAILURE() << "no refused example breaks C" << rule << " in " << name;
}

// Opcodes, element types and keys are in tables of their own.
TEST(Chapters, ShowEachFormOfTheTimeline)
{
    using of = timeline::word::of;
    std::string text;
    for (const auto& c : chapters()) text += c.text;
    for (const auto& row : timeline::rows) {
        const auto what = row.shown_by_word.what;
        if (what == of::element_type || what == of::opcode || what == of::attribute_key) continue;
        EXPECT_NE(text.find("| " + std::string(row.name) + " |"), std::string::npos) << "no chapter shows " << row.name;
    }
}

// What this run of a reader may take is not about the text.
TEST(Chapters, NameEachFinding)
{
    std::string text;
    for (const auto& c : chapters()) text += c.text;
    for (const auto& row : all_findings()) {
        const std::string name(row.name);
        const bool named =
            text.find('`' + name + '`') != std::string::npos || text.find("[" + name + "]") != std::string::npos;
        EXPECT_TRUE(named || row.phase == phase::limits) << "no chapter names " << name;
    }
}

} // namespace ballast::tests
