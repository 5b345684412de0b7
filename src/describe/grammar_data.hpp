// The grammar as plain data, from which documents, sentences and rule coverage are derived. Free of PEGTL; reify.hpp
// makes it from the rule types.
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
    star,             // the child, as often as possible
    plus,             // the same, at least once
    repeat,           // the child, `count` times
    repeat_optional,  // the child, as often as possible, at most `count` times
    at,               // no text, if the child matches
    not_at,           // no text, if the child does not match
    text,             // `text`
    bytes,            // one byte of `set`
    run,              // bytes of `set`, as many as possible, at least one
    code_points,      // one code point from `low` to `high` in UTF-8
    end,              // no text, at the end of the text
    nested,           // the children as a sequence, at most `depth_limit` deep in one another
    right_aligned,    // the child, right-aligned by blanks in a column of `count` bytes
    last_parenthesis, // UTF-8 up to the last ` (` of the first line where the first child matches; no line is like the
                      // second
};

using node_id = std::size_t;

struct node {
    std::string name;                 // of a rule; empty for an operator inside a rule
    std::string entry;                // of a rule: the name by which `--rule` reads it alone; empty for most
    std::string expected;             // of a rule: its name in messages; empty if messages name its parts
    std::string finding;              // of a rule: the finding if the grammar fails inside it; empty for most
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

// The grammar of dumps and of all constructs that can be read on their own; made once.
const grammar_data& dump_grammar();

// For every node, the name of the rule that contains it.
std::vector<std::string_view> owners(const grammar_data& grammar);

// The definition of a rule, as in `to_ebnf`.
std::string definition_of(const grammar_data& grammar, node_id rule);

// The output of `ballast grammar`.
std::string to_ebnf(const grammar_data& grammar);       // for people: one rule per line
std::string to_rules(const grammar_data& grammar);      // for programs: one rule per line, in prefix form
std::string to_dictionary(const grammar_data& grammar); // for libFuzzer: all literals

} // namespace ballast::describe
