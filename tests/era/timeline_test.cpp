// The timeline: it names rules that exist, and no other file has dates.
#include "describe/grammar_data.hpp"
#include "era/timeline.hpp"
#include "tests/support/support.hpp"

#include <cctype>
#include <regex>
#include <set>

namespace ballast::tests {

namespace {

// The code of a file without comments.
std::string code_of(const std::string& text)
{
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"') {
            const auto begin = i;
            for (++i; i < text.size() && text[i] != '"' && text[i] != '\n'; ++i)
                if (text[i] == '\\') ++i;
            result.append(text, begin, i - begin + 1);
        } else if (text.compare(i, 2, "//") == 0) {
            i = std::min(text.find('\n', i), text.size() - 1);
            result += '\n';
        } else if (text.compare(i, 2, "/*") == 0) {
            i = std::min(text.find("*/", i + 2), text.size() - 2) + 1;
        } else {
            result += text[i];
        }
    }
    return result;
}

// The first date in code: `2025-04-09` in a string, or 20250409, perhaps with the time of day.
std::optional<std::string> date_in(const std::string& text)
{
    static const std::regex date("20[0-9]{2}-[0-9]{2}-[0-9]{2}|\\b20[0-9]{2}'?[01][0-9]'?[0-3][0-9]('?[0-9]{4})?\\b");
    std::smatch found;
    const auto code = code_of(text);
    if (!std::regex_search(code, found, date)) return std::nullopt;
    return found.str();
}

} // namespace

TEST(Timeline, NoDateIsWrittenAnywhereElse)
{
    EXPECT_EQ(date_in("const auto x = when >= 202504090000;"), "202504090000");
    EXPECT_EQ(date_in("at(20250409)"), "20250409");
    EXPECT_EQ(date_in("date(\"2025-04-09\")"), "2025-04-09");
    EXPECT_FALSE(date_in("x = 1; // since 2025-04-09\n/* 20250409 */ y(\"//\");"));
    // Dates of releases, of changes that no text shows, and of binary forms: none dates a form of the text.
    const std::set<std::string_view> others{"releases.cpp", "changes.hpp", "proto_dates.hpp"};
    std::size_t files = 0;
    std::size_t left_out = 0;
    const auto root = fs::path(golden()).parent_path().parent_path();
    for (const auto* folder : {"src", "include", "grammar"})
        for (const auto& file : fs::recursive_directory_iterator(root / folder)) {
            if (!file.is_regular_file() || file.path().filename() == "timeline.hpp") continue;
            const auto ending = file.path().extension();
            if (ending != ".hpp" && ending != ".cpp") continue;
            ++files;
            const auto found = date_in(read_file(file.path()));
            if (file.path().parent_path() == root / "src/era" && others.contains(file.path().filename().string())) {
                EXPECT_TRUE(found) << file.path() << " has no date any more";
                ++left_out;
                continue;
            }
            EXPECT_FALSE(found) << file.path() << " says " << *found << ", which the timeline should";
        }
    EXPECT_GT(files, 100U);
    EXPECT_EQ(left_out, others.size());
}

TEST(Timeline, NamesRulesOfTheGrammar)
{
    const auto& rules = describe::dump_grammar().rules;
    for (const auto& row : timeline::rows)
        for (const auto& names : {row.shown_by.view(), row.needed_by.view(), row.shown_without.view()})
            for (const auto rule : names) EXPECT_TRUE(rules.contains(rule)) << rule << " of " << row.name;
}

// The consequences of one row, for readers of the table.
TEST(Timeline, GroupsHaveFormsThatExcludeEachOther)
{
    std::size_t pairs = 0;
    for (const auto& a : timeline::rows) {
        bool alone = a.group != timeline::choice::none;
        for (const auto& b : timeline::rows) {
            if (!timeline::exclude_each_other(a.is, b.is)) continue;
            alone = false;
            ++pairs;
            EXPECT_TRUE(timeline::exclude_each_other(b.is, a.is)) << a.name << ", " << b.name;
        }
        EXPECT_FALSE(alone) << a.name << " excludes nothing in its group";
    }
    EXPECT_GE(pairs, 40U);
    EXPECT_FALSE(timeline::exclude_each_other(feature::frontend_raw, feature::frontend_dict));
    EXPECT_TRUE(timeline::exclude_each_other(feature::frontend_bare, feature::frontend_dict));
}

// At any time at most one of several alternative forms was printed.
TEST(Timeline, SpellsEveryFormOnceAtATime)
{
    using forms = ast::forms;
    const auto check = [](auto member) {
        for (const auto when : turning_points()) {
            std::vector<std::string_view> spelled;
            for (const auto& row : timeline::rows) {
                if (!row.spell || !timeline::printed_at(row.is, when)) continue;
                forms spelling;
                row.spell(spelling);
                if (spelling.*member != forms{}.*member) spelled.push_back(row.name);
            }
            if (spelled.size() > 1) ADD_FAILURE() << spelled.front() << ", " << spelled.back() << " at " << when;
        }
    };
    check(&forms::value_lines);
    check(&forms::from_instruction);
    check(&forms::empty_uses);
    check(&forms::index_marks);
    check(&forms::levels);
    check(&forms::sharding_marks);
    check(&forms::empty_literals);
}

TEST(Timeline, NamesEveryFeatureOnce)
{
    std::set<std::string_view> names;
    for (const auto& row : timeline::rows) EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(names.size(), feature_count());
    EXPECT_TRUE(names.contains("opcode `opt-barrier`"));
    EXPECT_TRUE(names.contains("element type `f4e2m1fn`"));
}

// An instruction such as `custom-call-start` has the attributes of `custom-call`, but aliases as `async-start` has
// them.
TEST(Timeline, AStartHasTheAttributesOfWhatItStarts)
{
    const auto shown = [](ast::opcode_kind kind, ast::async_suffix suffix, ast::attribute_kind which) {
        return timeline::shown_by({.kind = kind, .suffix = suffix, .other = {}}, which);
    };
    using enum ast::async_suffix;
    using key = ast::attribute_kind;
    using op = ast::opcode_kind;
    EXPECT_TRUE(shown(op::custom_call, none, key::operand_precision));
    EXPECT_EQ(shown(op::custom_call, start, key::operand_precision),
              shown(op::custom_call, none, key::operand_precision));
    EXPECT_TRUE(shown(op::fusion, none, key::output_to_operand_aliasing));
    EXPECT_EQ(shown(op::fusion, start, key::output_to_operand_aliasing),
              shown(op::fusion, none, key::output_to_operand_aliasing));
    EXPECT_TRUE(shown(op::async_start, none, key::output_to_operand_aliasing));
    EXPECT_EQ(shown(op::negate, start, key::output_to_operand_aliasing),
              shown(op::async_start, none, key::output_to_operand_aliasing));
}

} // namespace ballast::tests
