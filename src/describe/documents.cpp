// The derived documents.
#include "describe/grammar_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace ballast::describe {

namespace {

// Quotes a literal. libFuzzer has neither letter escapes for control bytes nor bytes beyond ASCII.
enum class reader { person, fuzzer };
std::string quoted(std::string_view text, reader who = reader::person)
{
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            result += {'\\', c};
        else if (c == '\n' && who == reader::person)
            result += "\\n";
        else if (byte < 0x20 || byte == 0x7f || (byte > 0x7f && who == reader::fuzzer))
            result += fmt::format("\\x{:02X}", byte);
        else
            result += c;
    }
    result += '"';
    return result;
}

std::string in_class(std::size_t byte)
{
    const char c = static_cast<char>(byte);
    if (c == '\n') return "\\n";
    if (byte < 0x20 || byte >= 0x7f) return fmt::format("\\x{:02X}", byte);
    if (c == ']' || c == '[' || c == '\\' || c == '-' || c == '^') return {'\\', c};
    return {c};
}

std::string byte_class(const std::bitset<256>& set)
{
    if (set.count() == 1)
        for (std::size_t i = 0; i < 256; ++i)
            if (set[i]) return quoted(std::string(1, static_cast<char>(i)));
    const bool most = set.count() > 200;
    const auto members = most ? ~set : set;
    std::string result = most ? "[^" : "[";
    for (std::size_t i = 0; i < 256; ++i) {
        if (!members[i]) continue;
        std::size_t last = i;
        while (last + 1 < 256 && members[last + 1]) ++last;
        result += in_class(i);
        if (last > i + 1) result += '-';
        if (last > i) result += in_class(last);
        i = last;
    }
    return result + ']';
}

// The precedence of an expression, lowest first.
enum class binding { choice, sequence, prefix, token };

struct expression {
    std::string text;
    binding how;
};

class ebnf_writer {
public:
    explicit ebnf_writer(const grammar_data& grammar) : grammar_(grammar) {}

    [[nodiscard]] std::string rule(const node& n) const { return body(n).text; }

private:
    [[nodiscard]] expression reference(node_id id) const
    {
        const auto& n = grammar_.nodes[id];
        if (!n.name.empty()) return {n.name, binding::token};
        return body(n);
    }
    [[nodiscard]] std::string child(node_id id, binding least) const
    {
        auto e = reference(id);
        return e.how < least ? fmt::format("( {} )", e.text) : e.text;
    }
    [[nodiscard]] std::string joined(const node& n, std::string_view separator, binding least) const
    {
        std::string result;
        for (const auto id : n.children) {
            if (!result.empty()) result += separator;
            result += child(id, least);
        }
        return result;
    }
    [[nodiscard]] expression body(const node& n) const
    {
        const auto inner = [&](binding least) { return child(n.children.front(), least); };
        switch (n.op) {
        case operation::sequence:
        case operation::nested:
            if (n.children.size() == 1) return reference(n.children.front());
            return {joined(n, " ", binding::prefix), binding::sequence};
        case operation::choice:
            if (n.children.size() == 1) return reference(n.children.front());
            return {joined(n, " / ", binding::sequence), binding::choice};
        case operation::optional: return {inner(binding::token) + "?", binding::token};
        case operation::star: return {inner(binding::token) + "*", binding::token};
        case operation::plus: return {inner(binding::token) + "+", binding::token};
        case operation::repeat: return {fmt::format("{}{{{}}}", inner(binding::token), n.count), binding::token};
        case operation::repeat_optional:
            return {fmt::format("{}{{0,{}}}", inner(binding::token), n.count), binding::token};
        case operation::at: return {fmt::format("&{}", inner(binding::token)), binding::prefix};
        case operation::not_at: return {fmt::format("!{}", inner(binding::token)), binding::prefix};
        case operation::text: return {quoted(n.text), binding::token};
        case operation::bytes: return {byte_class(n.set), binding::token};
        case operation::run: return {byte_class(n.set) + "+", binding::token};
        case operation::code_points:
            return {fmt::format("[U+{:04X}-U+{:04X}]", static_cast<std::uint32_t>(n.low),
                                static_cast<std::uint32_t>(n.high)),
                    binding::token};
        case operation::end: return {"END", binding::token};
        case operation::right_aligned:
            return {fmt::format("RIGHT_ALIGNED({}, {})", n.count, inner(binding::choice)), binding::token};
        case operation::last_parenthesis:
            return {fmt::format("TEXT_BEFORE_LAST_PARENTHESIS({})", joined(n, ", ", binding::choice)), binding::token};
        }
        return {};
    }

    const grammar_data& grammar_;
};

constexpr std::string_view operation_name(operation op)
{
    switch (op) {
    case operation::sequence: return "seq";
    case operation::choice: return "sor";
    case operation::optional: return "opt";
    case operation::star: return "star";
    case operation::plus: return "plus";
    case operation::repeat: return "rep";
    case operation::repeat_optional: return "rep_opt";
    case operation::at: return "at";
    case operation::not_at: return "not_at";
    case operation::text: return "lit";
    case operation::bytes: return "bytes";
    case operation::run: return "run";
    case operation::code_points: return "code_points";
    case operation::end: return "eof";
    case operation::nested: return "nested";
    case operation::right_aligned: return "right_aligned";
    case operation::last_parenthesis: return "text_before_last_parenthesis";
    }
    return "";
}

std::string prefix_form(const grammar_data& grammar, const node& n)
{
    std::vector<std::string> arguments;
    if (n.op == operation::text) arguments.push_back(quoted(n.text));
    if (n.op == operation::bytes || n.op == operation::run) arguments.push_back(byte_class(n.set));
    if (n.op == operation::code_points)
        arguments.push_back(
            fmt::format("U+{:04X}, U+{:04X}", static_cast<std::uint32_t>(n.low), static_cast<std::uint32_t>(n.high)));
    if (n.count != 0) arguments.push_back(fmt::format("{}", n.count));
    for (const auto id : n.children) {
        const auto& child = grammar.nodes[id];
        arguments.push_back(child.name.empty() ? prefix_form(grammar, child) : child.name);
    }
    return fmt::format("{}({})", operation_name(n.op), fmt::join(arguments, ", "));
}

} // namespace

std::vector<std::string_view> owners(const grammar_data& grammar)
{
    std::vector<std::string_view> result(grammar.nodes.size());
    for (const auto rule : grammar.order) {
        std::vector<node_id> open{rule};
        while (!open.empty()) {
            const auto id = open.back();
            open.pop_back();
            const auto& n = grammar.nodes[id];
            if (id == rule ? !result[id].empty() : !n.name.empty()) continue;
            result[id] = grammar.nodes[rule].name;
            open.insert(open.end(), n.children.begin(), n.children.end());
        }
    }
    return result;
}

std::string definition_of(const grammar_data& grammar, node_id rule)
{
    return ebnf_writer(grammar).rule(grammar.nodes[rule]);
}

std::string to_ebnf(const grammar_data& grammar)
{
    std::string result =
        "# The grammar of XLA's buffer-assignment dumps, derived from the rule types.\n"
        "#\n"
        "# A parsing expression grammar: `a / b` takes b only where a does not match; `*`, `+`, `?` and\n"
        "# `{0,n}` take as much as they can; `&a` and `!a` look ahead. END is the end of the text;\n"
        "# TEXT_BEFORE_LAST_PARENTHESIS the rest of the line up to the last ` (` on it; RIGHT_ALIGNED(n, a) is\n"
        "# a after as many blanks as make n bytes of it. What a grammar cannot say is in diagnostics.md, as\n"
        "# context rules.\n\n";
    std::size_t widest = 0;
    for (const auto id : grammar.order) widest = std::max(widest, grammar.nodes[id].name.size());
    const ebnf_writer writer(grammar);
    for (const auto id : grammar.order) {
        const auto& rule = grammar.nodes[id];
        result += fmt::format("{:<{}} ::= {}\n", rule.name, widest, writer.rule(rule));
    }
    return result;
}

std::string to_rules(const grammar_data& grammar)
{
    std::string result;
    for (const auto id : grammar.order) {
        const auto& rule = grammar.nodes[id];
        result += fmt::format("{} = {}\n", rule.name, prefix_form(grammar, rule));
    }
    return result;
}

std::string to_dictionary(const grammar_data& grammar)
{
    std::set<std::string> literals;
    for (const auto& n : grammar.nodes)
        if (n.op == operation::text && n.text.size() > 1) literals.insert(n.text);
    std::string result = "# All literals of the grammar, derived from the rule types.\n";
    for (const auto& text : literals) result += quoted(text, reader::fuzzer) + "\n";
    return result;
}

} // namespace ballast::describe
