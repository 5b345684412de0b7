// The chapters of the specification: Markdown with regions that are derived from the code, and with examples.
//
//     <!-- productions: allocation_head -->
//     …
//     <!-- end -->
//
// `productions` shows the productions that it names and those below them that no region of any chapter names;
// `productions alone` only the former. `rules` shows context rules and their findings, `features` rows of the timeline
// by their names or by the productions that show them. `opcodes`, `element types`, `attributes`, `words` and `states`
// are tables of all that there are.
#pragma once

#include "describe/grammar_data.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::describe {

struct chapter {
    std::string name; // of the file
    std::string text;
};

// The regions of some chapters in their order.
class chapter_writer {
public:
    chapter_writer(const grammar_data& grammar, const std::vector<chapter>& chapters);

    // The text of a chapter with its regions filled in.
    [[nodiscard]] std::string filled(const chapter& c) const;
    // In how many regions each production is shown; productions that are in none are missing.
    [[nodiscard]] const std::map<std::string_view, std::size_t>& shown() const { return shown_; }
    // What the regions ask for and cannot get: `allocations.md:12: there is no production `x``.
    [[nodiscard]] const std::vector<std::string>& faults() const { return faults_; }

private:
    [[nodiscard]] std::string productions(const std::string& names) const;

    const grammar_data& grammar_;
    std::map<std::string, std::vector<node_id>> below_; // by the names in a region
    std::map<std::string_view, std::size_t> shown_;
    std::vector<std::string> faults_;
};

// An example of a chapter: a fenced block with an info string.
//
//     accepted rule=shape            each line matches the production
//     accepted each                  each line has a production, `: ` and a text
//     accepted section=live_ranges   the block, whole lines, matches the production
//     accepted file era=D18          the block is a whole file, of that era among others
//
// `refused` stands in the same places. A line under the fault of a refused text marks it, with the finding where there
// is one: `   ^ [shape]`. A word such as `C3` says that an accepted example shows the context rule.
struct example {
    bool accepted = false;
    std::string_view production; // empty for a whole file, and if each line has its own
    bool by_line = false;        // `rule`, `each`
    std::string_view era;
    std::vector<std::string_view> rules;
    std::string_view block; // with its last line feed
    std::size_t line = 0;   // of the info string, from 1
};

// One text of an example, and how its fault is marked.
struct example_text {
    std::string_view production; // empty for a whole file
    std::string text;
    std::size_t line = 0;   // of the chapter, where the text begins
    std::string before;     // of the text in its line: `shape: `
    std::string mark;       // the marking line; empty if there is none
    std::size_t marked = 0; // how many lines of the text stand above it
};

std::vector<example> examples_of(const chapter& c);
std::vector<example_text> texts_of(const example& e);

} // namespace ballast::describe
