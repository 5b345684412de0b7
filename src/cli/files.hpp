// Which files a command works on, and what each of them gives.
#pragma once

#include "ballast/read.hpp"
#include "cli/command_line.hpp"
#include "cli/report.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

// A text inside a log, or what standard input held.
struct input_text {
    source_text bytes;
    std::function<text_place(text_place)> in_log; // places in the log of places in the text; empty: it is no log
};

// One input: a file, standard input, a text inside a log, or a place that could not be read.
struct input_file {
    std::string path;
    std::string shown;                        // as output names it; `<stdin>` for `-`
    std::string problem;                      // not empty: why it cannot be read
    bool in_folder = false;                   // it was found there, and not named
    std::shared_ptr<const input_text> text{}; // that is read in place of the file

    [[nodiscard]] text_place place_in_file(text_place place) const
    {
        return text && text->in_log ? text->in_log(place) : place;
    }
};

struct input_files {
    std::vector<input_file> files;
};

// A name as it can be shown in a line: in double quotes with escapes where it holds control characters or is no UTF-8,
// and where it begins like a detail line or like a quoted name.
std::string quoted_name(std::string_view name);

// How output names a path that was given.
std::string shown_path(std::string_view path, const options& given);

// Folders are searched recursively, in bytewise order, without following links to folders, for the names that XLA gives
// its dumps and for `*.txt` and `*.csv` that begin like one. Of the texts of modules, of which XLA writes one for each
// pass, only that is taken which is called like a dump beside it. A link that leads nowhere has a problem where its
// name could be a dump's; other such links, pipes, sockets and devices are reported on standard error. So is a folder
// without any dump, which is unreadable beside other paths. Duplicate paths are read once. Nothing where one of the
// inputs would be overwritten.
input_files find_files(const options& given);

// Whether standard output or the file of -o is one of these inputs, or the text of a module that is read beside one.
// That is reported on standard error.
bool overwrites_input(const std::vector<std::string>& inputs, const options& given);

// The word for the kind of a file in output: assignment, combined, values, live-range, memory-usage-report,
// out-of-memory, statistics, buffer-info, module-text, framed.
std::string_view kind_word(const ast::tree& tree);
std::string_view kind_word(ast::dump_kind kind);

// Parse options that fit a file's name; reading ends after the first error.
parse_options options_for(std::string_view path);

// Reads one file and hands over its text, or its problem.
read_result read_file(const input_file& file, const options& given);

// What was read of a file, or why it could not be read.
struct parsed_file {
    std::string problem{}; // not empty: it could not be
    parse_result result{};
};
// Of the form alone no rows are kept; nor are they of a large file that is read again. Large files that are named are
// mapped; those of a folder, which XLA may be writing still, only where their form is all that is asked for: one that
// becomes shorter would end the command for all.
enum class wanted : std::uint8_t { all, form, again };

// Texts of fewer bytes are looked at sooner than a thread is there, and their trees are small.
inline constexpr std::size_t large_text = 1 << 20;

struct reading {
    wanted what = wanted::all;
    std::size_t threads = 1;
    std::size_t max_errors = 1; // 0: no limit
};
parsed_file parse_file(const input_file& file, const options& given, const reading& how);

// The same in two steps: the text, and how it is parsed.
struct opened_file {
    std::string problem{}; // not empty: it cannot be read
    source_text text{};
    parse_options parsing{};
};
opened_file open_file(const input_file& file, const options& given, const reading& how);

// Where lines of the output end: LF, or NUL for scripts.
inline char line_end(const options& given) { return given.null ? '\0' : '\n'; }

} // namespace ballast::cli
