// The input files of a command, and reading them.
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

// A text from a log or from standard input.
struct input_text {
    source_text bytes;
    std::function<text_place(text_place)>
        in_log; // converts places in the text to places in the log; empty if there is no log
};

// One input: a file, standard input, a text inside a log, or a place that could not be read.
struct input_file {
    std::string path;
    std::string shown;                        // the name in output; `<stdin>` for `-`
    std::string problem;                      // why it cannot be read, or empty
    bool in_folder = false;                   // it was found in a folder, not named
    std::shared_ptr<const input_text> text{}; // which is read instead of the file

    [[nodiscard]] text_place place_in_file(text_place place) const
    {
        return text && text->in_log ? text->in_log(place) : place;
    }
};

struct input_files {
    std::vector<input_file> files;
};

// A name for display in a line. It is quoted and escaped if it contains control characters, is not UTF-8, or starts
// like a detail line or like a quoted name.
std::string quoted_name(std::string_view name);

// The name of a given path in output.
std::string shown_path(std::string_view path, const options& given);

// Finds the input files. Folders are searched recursively, in bytewise order and without following links to folders,
// for XLA's names of dumps and for `*.txt` and `*.csv` files that start like a dump. XLA writes a module text for each
// pass; only the one that is named like a dump beside it is taken. A broken link is unreadable if it is named like a
// dump; other broken links, pipes, sockets and devices are reported on standard error. A folder without dumps is
// reported too, and is unreadable if there are other paths. Duplicate paths are read once. Empty if an input would be
// overwritten.
input_files find_files(const options& given);

// True if standard output or the file of -o is one of these inputs, or a module text that is read beside one. That is
// reported on standard error.
bool overwrites_input(const std::vector<std::string>& inputs, const options& given);

// The word for the kind of a file in output: assignment, combined, values, live-range, memory-usage-report,
// out-of-memory, statistics, buffer-info, module-text, framed.
std::string_view kind_word(const ast::tree& tree);
std::string_view kind_word(ast::dump_kind kind);

// Parse options that suit the name of a file; parsing stops after the first error.
parse_options options_for(std::string_view path);

// Reads one file and passes on its text, or its problem.
read_result read_file(const input_file& file, const options& given);

// The document of a file, or why it could not be read.
struct parsed_file {
    std::string problem{}; // why it could not be read, or empty
    parse_result result{};
};
// Documents have no rows if only their form is needed, or if a large file is read again. Large named files are mapped.
// XLA may still be writing files in a folder, so these are mapped only if just their form is needed: a mapped file that
// is truncated would end the command.
enum class wanted : std::uint8_t { all, form, again };

// Texts with fewer bytes are checked faster than a thread starts, and their trees are small.
inline constexpr std::size_t large_text = 1 << 20;

struct reading {
    wanted what = wanted::all;
    std::size_t threads = 1;
    std::size_t max_errors = 1; // 0: no limit
};
parsed_file parse_file(const input_file& file, const options& given, const reading& how);

// The same in two steps: the text, and its parse options.
struct opened_file {
    std::string problem{}; // why it cannot be read, or empty
    source_text text{};
    parse_options parsing{};
};
opened_file open_file(const input_file& file, const options& given, const reading& how);

// The line end of the output: LF, or NUL for scripts.
inline char line_end(const options& given) { return given.null ? '\0' : '\n'; }

} // namespace ballast::cli
