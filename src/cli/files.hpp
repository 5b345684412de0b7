// Which files a command works on, and what each of them gives.
#pragma once

#include "ballast/read.hpp"
#include "cli/command_line.hpp"
#include "cli/report.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

// One input: a file, standard input, or a place that could not be read.
struct input_file {
    std::string path;
    std::string shown;   // as output names it; `<stdin>` for `-`
    std::string problem; // not empty: why it cannot be read
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
// name could be a dump's; other such links, and folders without any dump, are told to standard error.
input_files find_files(const options& given);

// The files of each module, which has its text and a memory-usage report beside its dump, and since 2026-04-03 its
// allocations, values and live ranges in files of their own: those whose names differ in their endings alone come
// together, at the place of the first.
std::vector<std::vector<const input_file*>> modules_of(const input_files& inputs);

// The word for the kind of a file in output: assignment, combined, values, live-range, memory-usage-report,
// out-of-memory, statistics, buffer-info, module-text, framed.
std::string_view kind_word(const ast::tree& tree);

// Parse options that fit a file's name; reading ends after as many errors, 0: no limit.
parse_options options_for(std::string_view path, std::size_t max_errors = 1);

// Reads one file and hands over its text, or its problem.
read_result read_file(const input_file& file, const options& given);

// Where lines of the output end: LF, or NUL for scripts.
inline char line_end(const options& given) { return given.null ? '\0' : '\n'; }

// Parses every file and calls `body(file, result)`; a file that cannot be read is told and counted. The number of
// those.
template <typename Body>
std::size_t for_each_file(const input_files& inputs, const options& given, report& out, Body&& body,
                          std::size_t max_errors = 1)
{
    std::size_t unreadable = 0;
    for (const auto& file : inputs.files) {
        auto read = read_file(file, given);
        if (!read.error.empty()) {
            ++unreadable;
            out.line("{}: {}: {}", file.shown, out.emphasised("unreadable"), read.error);
            continue;
        }
        body(file, parse(std::move(read.text), options_for(file.path, max_errors)));
    }
    return unreadable;
}

} // namespace ballast::cli
