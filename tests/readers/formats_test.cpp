// Each operation of a grammar is spelled for each tool, with the parentheses that the tool needs.
#include "readers/source.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace ballast::tests {

namespace {

using describe::peg;
using peg_op = describe::peg_operation;

peg word(std::string of) { return {.op = peg_op::text, .text = std::move(of)}; }
peg made(peg_op op, std::vector<peg> children, unsigned count = 0)
{
    return {.op = op, .children = std::move(children), .count = count};
}
peg named(std::string of) { return {.op = peg_op::rule, .text = std::move(of)}; }
peg of_bytes(peg_op op, std::string_view in)
{
    peg result{.op = op};
    for (const char c : in) result.set.set(static_cast<unsigned char>(c));
    return result;
}

// A rule for each operation with operands of lower precedence.
readers::source every_operation()
{
    using enum describe::peg_operation;
    const auto xy = [] { return made(sequence, {word("x"), word("y")}); };
    const auto x_or_y = [] { return made(choice, {word("x"), word("y")}); };
    const auto many = [] { return made(star, {word("x")}); };
    const std::vector<std::pair<std::string, peg>> bodies{
        {"sequences", made(sequence, {x_or_y(), xy(), many(), made(not_at, {word("x")}), made(sequence, {})})},
        {"choices", made(choice, {xy(), x_or_y(), made(at, {word("x")}), many()})},
        {"suffixes", made(choice, {made(optional, {xy()}), made(star, {x_or_y()}), made(plus, {many()})})},
        {"predicates", made(choice, {made(at, {xy()}), made(not_at, {x_or_y()}), made(at, {many()})})},
        {"repetitions", made(choice, {made(repeat, {x_or_y()}, 2), made(repeat_optional, {xy()}, 2)})},
        {"columns", {.op = column, .count = 3}},
        {"sets", made(choice, {of_bytes(bytes, "abcx\"]"), of_bytes(run, "-0\n")})},
        {"texts", word("a\"\\\n~")},
        {"recursive", made(choice, {made(nested, {made(sequence, {word("x"), named("recursive")})}), word("y")})},
        {"all",
         made(choice, {named("sequences"), named("choices"), named("suffixes"), named("predicates"),
                       named("repetitions"), named("columns"), named("sets"), named("texts"), named("recursive")})}};
    readers::source result;
    result.grammar.start = "all";
    for (const auto& [name, body] : bodies) {
        result.grammar.places.emplace(name, result.grammar.rules.size());
        result.grammar.rules.push_back({.name = name, .expected = {}, .ebnf = {}, .actions = {}, .body = body});
    }
    return result;
}

// A rule of the grammar as Lua; it is alone, because rules that are used once are inlined.
std::string in_lua(std::string_view rule)
{
    readers::source alone;
    alone.grammar.start = rule;
    alone.grammar.rules.push_back(every_operation().grammar.at(rule));
    alone.grammar.places.emplace(rule, 0);
    const auto text = readers::lua_reader(alone);
    const auto head = "\nrules[\"" + std::string(rule) + "\"] = ";
    const auto begin = text.find(head) + head.size();
    return text.substr(begin, text.find('\n', begin) - begin);
}

// The lines after the comment at the beginning.
std::string without_head(const std::string& of) { return of.substr(of.find("\n\n") + 2); }

} // namespace

// In Lua all operands are in parentheses.
TEST(GrammarsForTools, SpellEachOperationInLua)
{
    EXPECT_EQ(in_lua("sequences"), R"~(((P("x") + P("y")) * (P("x") * P("y")) * (P("x"))^0 * -(P("x")) * P("")))~");
    EXPECT_EQ(in_lua("choices"), R"~(((P("x") * P("y")) + (P("x") + P("y")) + #P("x") + (P("x"))^0))~");
    EXPECT_EQ(in_lua("suffixes"), R"~((((P("x") * P("y")))^-1 + ((P("x") + P("y")))^0 + ((P("x"))^0)^1))~");
    EXPECT_EQ(in_lua("predicates"), R"~((#(P("x") * P("y")) + -((P("x") + P("y"))) + #(P("x"))^0))~");
    EXPECT_EQ(in_lua("repetitions"), R"~((((P("x") + P("y")) * (P("x") + P("y"))) + ((P("x") * P("y")))^-2))~");
    const std::string set = R"~(R(",.", "09", "AZ", "az"))~";
    EXPECT_EQ(in_lua("columns"), R"~(((-(P(" ")) * #()~" + set + R"~( * )~" + set + R"~( * )~" + set +
                                     R"~()) + (P(" ") * #(()~" + set + R"~( * )~" + set + R"~() * -()~" + set +
                                     R"~())) + (P("  ") * #(()~" + set + R"~() * -()~" + set + R"~()))))~");
    EXPECT_EQ(in_lua("texts"), R"~(P("a\034\092\010~"))~");
    EXPECT_EQ(in_lua("recursive"), R"~(((P("x") * V("recursive")) + P("y")))~");
    EXPECT_EQ(in_lua("sets"), R"~((R("\034\034", "]]", "ac", "xx") + R("\010\010", "--", "00")^1))~");
}

TEST(GrammarsForTools, SpellEachOperationInPeggy)
{
    EXPECT_EQ(without_head(readers::peggy_reader(every_operation())), R"~(start = $(r_all !.)

r_sequences = $(("x" / "y") ("x" "y") "x"* !"x" "")
r_choices = $("x" "y" / ("x" / "y") / &"x" / "x"*)
r_suffixes = $(("x" "y")? / ("x" / "y")* / ("x"*)+)
r_predicates = $(&("x" "y") / !("x" / "y") / &"x"*)
r_repetitions = $(("x" / "y")|2| / ("x" "y")|..2|)
r_columns = $(!" " &[,-.0-9A-Za-z]|3| / " " &([,-.0-9A-Za-z]|2| ![,-.0-9A-Za-z]) / "  " &([,-.0-9A-Za-z]|1| ![,-.0-9A-Za-z]))
r_sets = $([\x22\x5da-cx] / [\x0a\x2d0]+)
r_texts = $("a\x22\x5c\x0a~")
r_recursive = $("x" r_recursive / "y")
r_all = $(r_sequences / r_choices / r_suffixes / r_predicates / r_repetitions / r_columns / r_sets / r_texts / r_recursive)
)~");
}

} // namespace ballast::tests
