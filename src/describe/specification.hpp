// The specification of the texts as plain data: the grammar, and the tables of the library. Every derived document is
// made from it, and `ballast grammar --format json` writes all of it.
#pragma once

#include "ballast/era.hpp"
#include "describe/grammar_data.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::describe {

struct period_data {
    commit_time begin = 0;
    commit_time end = 0;
    std::string states; // `D15 – D24; jaxlib 0.6.1 and later`

    bool operator==(const period_data&) const = default;
};

// A form of the text, and when XLA printed it.
struct feature_data {
    std::string id;    // as the chapters name it
    std::string title; // as `ballast era` prints it
    std::string layer; // `dump`: the text of the dump; `text`: that of instructions; `semantic`: no text shows it
    std::string group; // features of one group exclude each other; empty for most
    std::vector<period_data> printed;
    std::vector<std::string> shown_by;  // productions that show it if they match
    std::vector<std::string> needed_by; // productions that match only where it was printed, but do not show it alone
    std::vector<std::string> shown_without; // productions whose absence shows it
    std::string word_kind;                  // what shows it: `opcode`, `key_of_opcodes`, …; empty if it is not a word
    std::string word;
    std::vector<std::string> opcodes; // for a key of some opcodes

    bool operator==(const feature_data&) const = default;
};

struct state_data {
    std::string name;
    commit_time begin = 0;
    commit_time end = 0;

    bool operator==(const state_data&) const = default;
};

struct release_data {
    std::string producer;
    std::string version;
    commit_time begin = 0; // its XLA is of this period
    commit_time end = 0;

    bool operator==(const release_data&) const = default;
};

struct finding_data {
    std::string id;
    std::string phase;
    std::string severity;
    std::string sentence;
    unsigned rule = 0; // the number of the context rule that it breaks; 0: none

    bool operator==(const finding_data&) const = default;
};

struct context_rule_data {
    unsigned number = 0;
    std::string name;
    std::string sentence;
    std::vector<std::string> productions; // their matches may break it

    bool operator==(const context_rule_data&) const = default;
};

struct element_type_data {
    std::string name;
    int bits = 0;

    bool operator==(const element_type_data&) const = default;
};

struct opcode_data {
    struct key {
        std::string name;
        bool always = false; // printed for each instruction of the opcode

        bool operator==(const key&) const = default;
    };

    std::string name;
    std::vector<key> keys;       // in printed order, without those that each opcode can have
    bool has_async_form = false; // `-start`, `-update` and `-done` may follow

    bool operator==(const opcode_data&) const = default;
};

struct attribute_data {
    std::string name;
    std::string form;   // the form of its value for all opcodes: `integer`, `computation`, …; `special` if it differs
    int tail_place = 0; // its place among the keys that each opcode can have, from 1; 0 for others

    bool operator==(const attribute_data&) const = default;
};

// What the chapters say about a text by the kind of its example: `accepted`, …
struct example_kind_data {
    std::string name;
    std::string sentence;

    bool operator==(const example_kind_data&) const = default;
};

// What no example can show, and why.
struct exception_data {
    std::string name;
    std::string reason;

    bool operator==(const exception_data&) const = default;
};

struct specification {
    grammar_data grammar;
    std::vector<feature_data> features;
    std::vector<state_data> states;
    std::vector<release_data> releases;
    std::vector<finding_data> findings;
    std::vector<context_rule_data> context_rules;
    std::vector<element_type_data> element_types;
    std::vector<opcode_data> opcodes;
    std::vector<std::string> async_suffixes; // `-start`, …: after an opcode that has an asynchronous form
    std::vector<attribute_data> attributes;
    std::vector<std::string> words; // the values of attributes
    std::vector<example_kind_data> example_kinds;
    std::vector<exception_data> productions_that_cannot_fail;
    std::vector<exception_data> findings_without_example;
};

// Made once.
const specification& dump_specification();

bool is_listed(const std::vector<exception_data>& all, std::string_view name);

// The feature that a word of a kind shows, or null: such a word was always printed.
const feature_data* feature_of_word(const specification& spec, std::string_view kind, std::string_view word);

} // namespace ballast::describe
