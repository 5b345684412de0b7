// What the writers of readers share: the grammar that a reader is for, and how its parts are spelled.
#pragma once

#include "describe/plain_peg.hpp"
#include "readers/readers.hpp"

#include <bitset>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::readers {

using describe::peg;
using describe::peg_operation;
using describe::peg_rule;
using describe::plain_grammar;

// The grammar that a reader is written from.
struct source {
    plain_grammar grammar;
    std::vector<std::string> head; // lines of the comment at the beginning of a file
    ast::forms forms{};            // those of the XLA at the end of its era
};
source source_for(const request& what);

// The lines of the head, each after `before`.
std::string commented(const std::vector<std::string>& lines, std::string_view before);

// Neighbouring bytes of a set: the first and the last.
std::vector<std::pair<unsigned, unsigned>> ranges_of(const std::bitset<256>& set);

// A grammar in which few rules are left: rules that refer to no other are parts of those that refer to them, if they
// are short or referred to once.
plain_grammar inlined(const plain_grammar& grammar, std::size_t longest);
// The rules that refer to themselves, directly or not.
std::set<std::string, std::less<>> recursive_rules(const plain_grammar& grammar);
std::size_t size_of(const peg& expression);

// `live_range` as the name of a class: `LiveRange`.
std::string pascal_case(std::string_view name);
// A string of Python or JavaScript.
std::string quoted(std::string_view text);

// Collects the lines of a program.
class code_writer {
protected:
    explicit code_writer(std::size_t indentation) : indentation_(indentation) {}

    void line(int indent, std::string_view text);
    // A name that is new in its function.
    std::string fresh(char of);

    std::string out_;
    unsigned count_ = 0; // of the names in a function

private:
    std::size_t indentation_;
};

// One writer for each target.
std::string peggy_reader(const source& from);
std::string lua_reader(const source& from);
std::string c_reader(const source& from);
std::string python_reader(const source& from);
std::string javascript_reader(const source& from);
std::string typescript_reader(const source& from);

} // namespace ballast::readers
