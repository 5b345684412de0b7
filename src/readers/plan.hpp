// The plan of a reader: its functions, what each of them matches, and what it does to the tree. The writers of Python
// and JavaScript turn it into code.
//
// A rule that does nothing to the tree where it is used becomes a part of a function that only matches. Which actions
// apply follows from the type of the node that is being built, which is known where a rule is used; a rule that is used
// in nodes of several types has a function for each if they differ.
#pragma once

#include "readers/source.hpp"

#include <bitset>
#include <string>
#include <vector>

namespace ballast::readers {

using describe::action_data;
using describe::verb;

struct step {
    enum class kind : std::uint8_t {
        sequence,
        choice,
        optional,
        star,
        plus,
        repeat,
        repeat_optional,
        at,
        not_at,
        text,
        bytes,
        run,
        nested,
        column,
        call, // of a function
        act,  // does `actions` once the child has matched, or builds a node or list from it
    };

    kind is = kind::sequence;
    std::vector<step> children{};
    std::string text{}; // of `act`, the rule
    std::bitset<256> set{};
    unsigned count = 0;
    std::size_t function = 0;
    std::vector<action_data> actions{}; // of `act`: one that builds something, or any number of others

    [[nodiscard]] const step& child() const { return children.front(); }
};

struct function {
    std::string name;
    const peg_rule* rule = nullptr;
    bool builds = false; // it does something to the tree
    step body;
};

struct plan {
    std::vector<function> functions;
    std::size_t start = 0;
    std::string root; // the type of the node that the start builds; empty: none
};

// A plan of a reader that only matches, or that builds a tree too. Parts larger than `most` are
// functions of their own, and those larger than `longest` that are used more than once.
plan recognising_plan(const plain_grammar& grammar, std::size_t longest, std::size_t most);
plan building_plan(const plain_grammar& grammar, std::size_t longest, std::size_t most);
// The same, with the actions that only printers have.
plan printing_plan(const plain_grammar& grammar, std::size_t longest, std::size_t most);

// True if it refers to no function, has no nesting and does nothing, so that a regular expression can match it.
bool is_regular(const step& s);

// True for the verbs that surround a match.
bool builds(verb what);

} // namespace ballast::readers
