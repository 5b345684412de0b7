// Grammars for tools that make parsers: peggy and LPeg. Recognisers: they say whether a whole text is of the language.
#include "readers/source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ballast::readers {

namespace {

using enum peg_operation;

std::string put_together(const std::vector<std::string>& parts, std::string_view separator)
{
    return fmt::format("{}", fmt::join(parts, separator));
}

template <typename Escape>
std::string escaped_text(std::string_view text, Escape escape)
{
    std::string result = "\"";
    for (const char c : text) result += escape(static_cast<unsigned char>(c));
    return result + "\"";
}

std::vector<std::string> head_of(const source& from, const std::vector<std::string>& more)
{
    auto result = from.head;
    result.emplace_back();
    result.push_back(fmt::format("This grammar does not limit nesting; ballast refuses more than {} levels.",
                                 from.grammar.depth_limit));
    result.insert(result.end(), more.begin(), more.end());
    return result;
}

} // namespace

// --- peggy -----------------------------------------------------------------------------------------------------------

namespace {

// The precedence of an expression.
enum level : std::uint8_t { of_choice, of_sequence, of_prefix, of_suffix, of_token };

struct spelled {
    std::string text;
    level binds = of_token;
};

std::string in_parentheses_below(const spelled& e, level least)
{
    return e.binds < least ? "(" + e.text + ")" : e.text;
}

std::string peggy_byte(unsigned c)
{
    constexpr std::string_view special = "\"\\'[]^-";
    const bool plain = c >= ' ' && c < 0x7f && special.find(static_cast<char>(c)) == std::string_view::npos;
    return plain ? std::string(1, static_cast<char>(c)) : fmt::format("\\x{:02x}", c);
}
std::string peggy_text(std::string_view text) { return escaped_text(text, peggy_byte); }
std::string peggy_set(const std::bitset<256>& set)
{
    std::string result = "[";
    for (const auto& [first, last] : ranges_of(set)) {
        result += peggy_byte(first);
        if (last != first) result += (last == first + 1 ? "" : "-") + peggy_byte(last);
    }
    return result + "]";
}
std::string prefixed(std::string_view name) { return "r_" + std::string(name); }

spelled peggy_of(const peg& e);

std::vector<std::string> peggy_all(const peg& e, level least)
{
    std::vector<std::string> result;
    for (const auto& child : e.children) result.push_back(in_parentheses_below(peggy_of(child), least));
    return result;
}

spelled peggy_of(const peg& e)
{
    const auto child = [&](level least) { return in_parentheses_below(peggy_of(e.children.front()), least); };
    switch (e.op) {
    case sequence:
        if (e.children.empty()) return {peggy_text(""), of_token};
        return {put_together(peggy_all(e, of_prefix), " "), of_sequence};
    case choice: return {put_together(peggy_all(e, of_sequence), " / "), of_choice};
    case optional: return {child(of_token) + "?", of_suffix};
    case star: return {child(of_token) + "*", of_suffix};
    case plus: return {child(of_token) + "+", of_suffix};
    case repeat: return {fmt::format("{}|{}|", child(of_token), e.count), of_suffix};
    case repeat_optional: return {fmt::format("{}|..{}|", child(of_token), e.count), of_suffix};
    case at: return {"&" + child(of_suffix), of_prefix};
    case not_at: return {"!" + child(of_suffix), of_prefix};
    case text: return {peggy_text(e.text), of_token};
    case bytes: return {peggy_set(e.set), of_token};
    case run: return {peggy_set(e.set) + "+", of_suffix};
    case nested: return peggy_of(e.children.front());
    case column: return peggy_of(describe::column_spelled_out(e.count));
    case rule: return {prefixed(e.text), of_token};
    }
    return {};
}

} // namespace

std::string peggy_reader(const source& from)
{
    auto result = commented(
        head_of(from, {"Parse a string of bytes, such as `buffer.toString(\"latin1\")`. The value of a rule is its",
                       "text (`$`), not arrays of its parts. Deep nesting needs `node --stack-size`."}),
        "// ");
    result += fmt::format("\nstart = $({} !.)\n\n", prefixed(from.grammar.start));
    for (const auto& r : from.grammar.rules)
        result += fmt::format("{} = $({})\n", prefixed(r.name), peggy_of(r.body).text);
    return result;
}

// --- LPeg ------------------------------------------------------------------------------------------------------------

namespace {

std::string lua_text(std::string_view text)
{
    return escaped_text(text, [](unsigned c) {
        return c >= ' ' && c < 0x7f && c != '"' && c != '\\' ? std::string(1, static_cast<char>(c))
                                                             : fmt::format("\\{:03}", c);
    });
}
std::string lua_set(const std::bitset<256>& set)
{
    if (set.all()) return "P(1)";
    std::vector<std::string> parts;
    for (const auto& [first, last] : ranges_of(set))
        parts.push_back(lua_text(std::string{static_cast<char>(first), static_cast<char>(last)}));
    return "R(" + put_together(parts, ", ") + ")";
}

std::string lua_of(const peg& e)
{
    const auto child = [&] { return lua_of(e.children.front()); };
    const auto repeated = [&] { return "(" + child() + ")"; }; // `a^1^0` is `a^(1^0)`
    const auto all = [&](std::string_view separator) {
        std::vector<std::string> parts;
        for (const auto& c : e.children) parts.push_back(lua_of(c));
        return "(" + put_together(parts, separator) + ")";
    };
    switch (e.op) {
    case sequence: return e.children.empty() ? "P(\"\")" : all(" * ");
    case choice: return all(" + ");
    case optional: return repeated() + "^-1";
    case star: return repeated() + "^0";
    case plus: return repeated() + "^1";
    case repeat: return "(" + put_together(std::vector(e.count, child()), " * ") + ")";
    case repeat_optional: return fmt::format("{}^-{}", repeated(), e.count);
    case at: return "#" + child();
    case not_at: return "-(" + child() + ")"; // `--` is a comment
    case text: return "P(" + lua_text(e.text) + ")";
    case bytes: return lua_set(e.set);
    case run: return lua_set(e.set) + "^1";
    case nested: return child();
    case column: return lua_of(describe::column_spelled_out(e.count));
    case rule: return "V(\"" + e.text + "\")";
    }
    return {};
}

} // namespace

std::string lua_reader(const source& from)
{
    // LPeg has room for some hundreds of rules.
    const auto grammar = inlined(from.grammar, 9);
    auto result = commented(
        head_of(from,
                {"Needs LPeg: `local grammar = dofile(\"xla_dump.lua\")`; `grammar:match(text)` is the position after",
                 "the text, or nil if it does not match. LPeg allows few rules: short ones are inlined."}),
        "-- ");
    result += fmt::format("\nlocal lpeg = require(\"lpeg\")\nlocal P, R, V = lpeg.P, lpeg.R, lpeg.V\n"
                          "lpeg.setmaxstack(1000000)\n\nlocal rules = {{ V(\"{}\") * -P(1) }}\n",
                          grammar.start);
    for (const auto& r : grammar.rules) result += fmt::format("rules[\"{}\"] = {}\n", r.name, lua_of(r.body));
    return result + "return P(rules)\n";
}

} // namespace ballast::readers
