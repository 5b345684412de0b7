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
    star,            // the child, as often as possible
    plus,            // the same, at least once
    repeat,          // the child, `count` times
    repeat_optional, // the child, as often as possible, at most `count` times
    at,              // no text, if the child matches
    not_at,          // no text, if the child does not match
    text,            // `text`
    bytes,           // one byte of `set`
    run,             // bytes of `set`, as many as possible, at least one
    nested,          // the child, at most `depth_limit` deep in one another
    column,          // blanks that right-align a word in `count` bytes; no blanks before a longer word
    rule,            // the rule named `text`
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
    std::string expected;             // its name in messages; empty if messages name its parts
    std::string ebnf;                 // its definition, for people
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

// The rule of a start: a construct that `--rule` reads, or a production.
std::optional<node_id> start_rule(const grammar_data& grammar, std::string_view start);

// The grammar without the alternatives and optional parts that `left_out` names, such as those that an era lacks. The
// start must name a rule.
plain_grammar plain_peg(const grammar_data& grammar, std::string_view start = "dump",
                        const std::function<bool(node_id)>& left_out = {});

// `column` expressed by the other operations, for tools that lack it.
peg column_spelled_out(unsigned columns);
// The bytes of words in columns.
const std::bitset<256>& column_word();

// Calls `see` for each reference to a rule, as often as it occurs.
void for_each_reference(const peg& expression, const std::function<void(std::string_view)>& see);

// True if the whole text matches. Follows the definition and is slow; for tests.
bool matches(const plain_grammar& grammar, std::string_view text);

} // namespace ballast::describe
