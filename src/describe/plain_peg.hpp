// The grammar as a plain parsing expression grammar over bytes, which tools and languages of all kinds can express:
// code points become byte sequences, columns and labels of trees become look-aheads. Readers in other languages are
// written from it.
#pragma once

#include "describe/grammar_data.hpp"

#include <bitset>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::describe {

enum class peg_operation : std::uint8_t {
    sequence,        // the children, one after the other
    choice,          // the first child that matches
    optional,        // the child, or nothing
    star,            // the child, as often as it matches
    plus,            // the same, at least once
    repeat,          // the child, `count` times
    repeat_optional, // the child, as often as it matches, at most `count` times
    at,              // nothing, where the child matches
    not_at,          // nothing, where the child does not match
    text,            // `text`
    bytes,           // one byte of `set`
    run,             // bytes of `set`, as many as there are, at least one
    nested,          // the child, at most `depth_limit` deep in one another
    column, // blanks before a word, which fill a column of `count` bytes together, or before a longer word none
    rule,   // what the rule named `text` is
};

struct peg {
    peg_operation op = peg_operation::sequence;
    std::vector<peg> children{};
    std::string text{};
    std::bitset<256> set{};
    unsigned count = 0;

    bool operator==(const peg&) const = default;
};

struct peg_rule {
    std::string name;
    std::string expected;             // what a message calls it; empty if its parts speak for themselves
    std::string ebnf;                 // what it is, for people
    std::vector<action_data> actions; // what it does to the tree
    peg body;
};

struct plain_grammar {
    std::string start;           // its first rule
    std::vector<peg_rule> rules; // those that the start needs, in the order in which a reader meets them
    unsigned depth_limit = 0;    // of `nested`

    [[nodiscard]] const peg_rule& at(std::string_view name) const { return rules[places.find(name)->second]; }

    std::map<std::string, std::size_t, std::less<>> places; // of the rules, by name
};

// The rule that a start names: what `--rule` reads alone, or a production.
std::optional<node_id> start_rule(const grammar_data& grammar, std::string_view start);

// Without the alternatives and optional parts that `left_out` names, such as those that an era lacks. The start must
// name a rule.
plain_grammar plain_peg(const grammar_data& grammar, std::string_view start = "dump",
                        const std::function<bool(node_id)>& left_out = {});

// `column` by the other operations, for tools that have nothing like it.
peg column_spelled_out(unsigned columns);
// What a word in a column is made of.
const std::bitset<256>& column_word();

// The rules that an expression refers to, each as often as it does.
void for_each_reference(const peg& expression, const std::function<void(std::string_view)>& see);

// True if the whole text is what the start is. By the definition and slow; for tests.
bool matches(const plain_grammar& grammar, std::string_view text);

} // namespace ballast::describe
