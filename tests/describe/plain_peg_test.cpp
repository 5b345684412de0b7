// The plain parsing expression grammar accepts the same texts as the grammar.
#include "describe/plain_peg.hpp"
#include "tests/describe/texts.hpp"

#include <cstdlib>
#include <fstream>

namespace ballast::tests {

namespace {

// The input of scripts/nightly/parsers.sh for readers in other languages: texts, each after its size in bytes, and a
// line of expected results for each.
class case_files {
public:
    case_files()
    {
        const char* const folder = std::getenv("BALLAST_CASES");
        if (folder == nullptr) return;
        texts_.open(std::string(folder) + "/texts", std::ios::binary);
        verdicts_.open(std::string(folder) + "/verdicts");
    }
    void add(const std::string& text, bool matched)
    {
        if (texts_.is_open()) texts_ << text.size() << '\n' << text;
        if (verdicts_.is_open()) verdicts_ << (matched ? "ok\n" : "refused\n");
    }

private:
    std::ofstream texts_;
    std::ofstream verdicts_;
};

std::size_t sentence_count()
{
    const char* const count = std::getenv("BALLAST_CASE_COUNT");
    return count == nullptr ? 250 : static_cast<std::size_t>(std::strtoul(count, nullptr, 10));
}

bool plain_matches(std::string_view start, std::string_view text)
{
    return describe::matches(describe::plain_peg(describe::dump_grammar(), start), text);
}

} // namespace

TEST(PlainPeg, JudgesSentencesAsTheMatcherDoes)
{
    const auto& grammar = describe::dump_grammar();
    const auto plain = describe::plain_peg(grammar);
    const auto dump = grammar.rules.find("dump")->second;
    random_source from(std::uint64_t{38});
    describe::sentences source(grammar, from);
    describe::matcher matcher(grammar);
    case_files files;
    std::size_t matched = 0;
    std::size_t refused = 0;
    const auto compare = [&](const std::string& text) {
        const bool expected = matcher.matches(dump, text);
        files.add(text, expected);
        ++(expected ? matched : refused);
        EXPECT_EQ(describe::matches(plain, text), expected) << text;
    };
    for (std::size_t i = 0; i < sentence_count(); ++i) {
        const auto sentence = source.draw(dump, 60 + i % 300);
        if (!sentence) continue;
        compare(sentence->text);
        auto faulty = sentence->text;
        if (faulty.empty()) continue;
        constexpr std::string_view bytes = "0123456789abcxyz <>{}()[],:=@#\"\\\n%_-./|\x80\xc3\xa9";
        const auto at = from.below(faulty.size());
        switch (from.below(4)) {
        case 0: faulty.erase(at, 1 + from.below(3)); break;
        case 1: faulty.insert(at, 1, bytes[from.below(bytes.size())]); break;
        case 2: faulty[at] = bytes[from.below(bytes.size())]; break;
        default: faulty.insert(at, faulty.substr(from.below(faulty.size()), from.below(12)));
        }
        compare(faulty);
    }
    EXPECT_GT(matched, 200U);
    EXPECT_GT(refused, 100U);
}

TEST(PlainPeg, JudgesTextsOfOurOwnAsTheMatcherDoes)
{
    const auto& grammar = describe::dump_grammar();
    describe::matcher matcher(grammar);
    std::map<std::string_view, describe::plain_grammar> plain;
    std::size_t seen = 0;
    for (const auto& [rule, text] : seed_texts()) {
        if (text.size() > 20000) continue;
        const auto [found, is_new] = plain.try_emplace(rule);
        if (is_new) found->second = describe::plain_peg(grammar, rule);
        const auto id = grammar.rules.find(found->second.start)->second;
        EXPECT_EQ(describe::matches(found->second, text), matcher.matches(id, text)) << rule << '\n' << text;
        ++seen;
    }
    EXPECT_GT(seen, 300U);
}

TEST(PlainPeg, ColumnsAreFilledByBlanksAndAWord)
{
    EXPECT_TRUE(plain_matches("row_values_column", "               3"));
    EXPECT_TRUE(plain_matches("row_values_column", "1234567890123456"));
    EXPECT_TRUE(plain_matches("row_values_column", "12345678901234567"));
    EXPECT_FALSE(plain_matches("row_values_column", "              3"));
    EXPECT_FALSE(plain_matches("row_values_column", "                3"));
    EXPECT_TRUE(plain_matches("table_bytes_column", "     555,745,280"));
}

TEST(PlainPeg, LabelsEndAtTheLastParenthesisAlsoInALaterLine)
{
    const std::string tail = " (1.0%, total: 8 bytes, current: 8 bytes, remaining: 0 bytes)\n";
    EXPECT_TRUE(plain_matches("stack_row", "      └── f (x) (y)" + tail));
    EXPECT_TRUE(plain_matches("stack_row", "      └── first\nsecond" + tail));
    EXPECT_FALSE(plain_matches("stack_row", "      └── first\n      └── second" + tail));
    EXPECT_FALSE(plain_matches("stack_row", "      └── " + tail));
}

TEST(PlainPeg, NestingIsLimited)
{
    const auto nested = [](std::size_t levels) {
        return std::string(levels, '(') + "f32[]" + std::string(levels, ')');
    };
    const auto limit = describe::dump_grammar().depth_limit;
    EXPECT_TRUE(plain_matches("shape", nested(limit)));
    EXPECT_FALSE(plain_matches("shape", nested(limit + 1)));
}

TEST(PlainPeg, PartsThatAreLeftOutDoNotMatch)
{
    const auto& grammar = describe::dump_grammar();
    const auto item = grammar.rules.find("constant_item")->second;
    const auto without =
        describe::plain_peg(grammar, "allocation_head", [&](describe::node_id id) { return id == item; });
    EXPECT_TRUE(describe::matches(without, "allocation 0: size 4, thread-local:"));
    EXPECT_FALSE(describe::matches(without, "allocation 0: size 4, constant:"));
    EXPECT_TRUE(plain_matches("allocation_head", "allocation 0: size 4, constant:"));
    EXPECT_FALSE(without.places.contains("constant_item"));
}

// Verbs are used wherever possible: readers only need these additional functions.
TEST(Actions, FunctionsThatNoVerbReplacesAreAClosedList)
{
    const std::set<std::string> expected{"array_literal", "begins_row",          "counts_rail",      "dates_index_mark",
                                         "dates_levels",  "dates_sharding_mark", "dates_short_mark", "ends_frame",
                                         "glues_mesh",    "keeps_item",          "lists_devices",    "notes_frame",
                                         "notes_opcode",  "notes_trimmed",       "text_attribute",   "typed_attribute",
                                         "types_body",    "types_value"};
    std::set<std::string> found;
    std::size_t actions = 0;
    for (const auto& n : describe::dump_grammar().nodes)
        for (const auto& action : n.actions) {
            ++actions;
            if (action.verb == describe::verb::custom) found.insert(action.value);
        }
    EXPECT_EQ(found, expected);
    EXPECT_GT(actions, 500U);
}

} // namespace ballast::tests
