// The examples in the chapters of the specification: fenced blocks with an info string. Its first word says what a
// reader makes of the text:
//
//     accepted    it conforms; a spelling that the reader does not know is noted
//     refused     the grammar does not match it, or a context rule does not hold
//     reported    it is accepted, and a semantic rule does not hold
//     free        a writer may print it, and a reader may accept or refuse it
//
// The second word says what the block is:
//
//     rule=shape            each line is a text of the production
//     each                  each line has a production, `: ` and a text
//     section=live_ranges   the block, whole lines, is a text of the production
//     file                  the block is a whole file
//     change=step           the block is a change of the file `step`, like those of `diff`
//
// Options:
//
//     name=step       of a file that others change, or that is beside them
//     beside=step     another file of the module, with which the file is compared
//     file-name=a     the name of the file, which shows its platform
//     era=D18         an accepted file is of this era, a reported one should be
//     C3              the context rule that an accepted example shows
//     audit           a printed peak that is not the highest step is reported, too
//     escaped         bytes are `\xHH`, `\n`, `\\`; line ends of the block are not part of the text
//
// A line under a fault marks it, with the finding if there is one: `   ^ [shape]`.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::describe {

struct example {
    enum class kind { accepted, refused, reported, free } is = kind::accepted;
    std::string_view production; // empty for a whole file, and if each line has its own
    bool by_line = false;        // `rule`, `each`
    bool escaped = false;
    bool audit = false;
    std::string_view changed; // the name of another file
    std::string_view name;
    std::string_view beside;
    std::string_view file_name;
    std::string_view era;
    std::vector<std::string_view> rules;
    std::string_view block; // with its last line feed
    std::size_t line = 0;   // of the info string, from 1
};
// Views into the chapter.
std::vector<example> examples_of(std::string_view chapter);

// A line of a block that is part of a text.
struct shown_line {
    std::string_view shown; // with its line feed
    std::size_t number = 0; // in the text, from 1; 0 if a change removes it
    std::string marks{};    // the lines under it
};

// One text of an example.
struct example_text {
    std::string_view production; // empty for a whole file
    std::string text;
    std::size_t line = 0;   // of the chapter, where the text begins
    std::size_t before = 0; // columns of the block before those of the text
    std::vector<shown_line> shown;
    std::string fault; // why there is no such text
};

// The files by name, which changes refer to.
using named_files = std::map<std::string_view, std::string, std::less<>>;
std::vector<example_text> texts_of(const example& e, const named_files& files);

// The files of a chapter that have a name.
void add_named_files(const std::vector<example>& examples, named_files& to);

} // namespace ballast::describe
