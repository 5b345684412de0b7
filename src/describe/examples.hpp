// The examples in the chapters of the specification: fenced blocks with an info string.
//
//     accepted rule=shape            each line matches the production
//     accepted each                  each line has a production, `: ` and a text
//     accepted section=live_ranges   the block, whole lines, matches the production
//     accepted file era=D18          the block is a whole file, of that era among others
//
// `refused` takes the same options. A line under the fault of a refused text marks it, with the finding where there
// is one: `   ^ [shape]`. A word such as `C3` says that an accepted example shows the context rule.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::describe {

struct example {
    bool accepted = false;
    std::string_view production; // empty for a whole file, and if each line has its own
    bool by_line = false;        // `rule`, `each`
    std::string_view era;
    std::vector<std::string_view> rules;
    std::string_view block; // with its last line feed
    std::size_t line = 0;   // of the info string, from 1
};
// Views into the chapter.
std::vector<example> examples_of(std::string_view chapter);

// One text of an example, and how its fault is marked.
struct example_text {
    std::string_view production; // empty for a whole file
    std::string text;
    std::size_t line = 0;   // of the chapter, where the text begins
    std::string before;     // of the text in its line: `shape: `
    std::string mark;       // the marking line; empty if there is none
    std::size_t marked = 0; // how many lines of the text stand above it
};

std::vector<example_text> texts_of(const example& e);

} // namespace ballast::describe
