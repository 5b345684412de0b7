// The grammar as plain data: what the derived documents, the sentences and the rule coverage are made from. Free of
// PEGTL; reify.hpp turns the rule types into it.
#pragma once

#include "describe/action_data.hpp"

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::describe {

enum class operation : std::uint8_t {
    sequence,         // the children, one after the other
    choice,           // the first child that matches
    optional,         // the child, or nothing
    star,             // the child, as often as it matches
    plus,             // the same, at least once
    repeat,           // the child, `count` times
    repeat_optional,  // the child, as often as it matches, at most `count` times
    at,               // nothing, where the child matches
    not_at,           // nothing, where the child does not match
    text,             // `text`
    bytes,            // one byte of `set`
    run,              // bytes of `set`, as many as there are, at least one
    code_points,      // one code point from `low` to `high` in UTF-8
    end,              // nothing, at the end of the text
    nested,           // the children as a sequence, at most `depth_limit` deep in one another
    right_aligned,    // the child, after as many blanks as bring the word there to `count` bytes
    last_parenthesis, // up to the last ` (` of the first line where the first child is there; no line like the second
};

using node_id = std::size_t;

struct node {
    std::string name;     // of a rule; empty for an operator inside a rule
    std::string entry;    // of a rule: the name by which `--rule` reads it alone; empty for most
    std::string expected; // of a rule: what a message calls it; empty if its parts speak for themselves
    std::string finding;  // of a rule: the identifier of a text in which the grammar fails inside it; empty for most
    std::vector<action_data> actions; // of a rule: what it does to the tree; empty for most
    operation op = operation::sequence;
    std::vector<node_id> children;
    std::string text;
    std::string key; // of a text that is an attribute key with its `=`: the key
    std::bitset<256> set;
    char32_t low = 0;
    char32_t high = 0;
    unsigned count = 0;
};

struct grammar_data {
    std::vector<node> nodes;
    std::map<std::string, node_id, std::less<>> rules; // by name
    std::vector<node_id> order;                        // rules in the order in which a reader meets them
    unsigned depth_limit = 0;                          // of `nested`

    [[nodiscard]] const node& at(std::string_view rule) const { return nodes[rules.find(rule)->second]; }
};

// The grammar of dumps and of everything that can be read on its own; made once.
const grammar_data& dump_grammar();

// For every node the name of the rule that it stands in.
std::vector<std::string_view> owners(const grammar_data& grammar);

// What a rule is made of, as in `to_ebnf`.
std::string definition_of(const grammar_data& grammar, node_id rule);

// What `ballast grammar` prints.
std::string to_ebnf(const grammar_data& grammar);       // for people: one rule a line
std::string to_rules(const grammar_data& grammar);      // for programs: a line a rule, in prefix form
std::string to_dictionary(const grammar_data& grammar); // for libFuzzer: all literals

} // namespace ballast::describe
