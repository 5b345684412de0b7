// The command, from its arguments to its exit code.
#pragma once

#include "ballast/era.hpp"
#include "ballast/read.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ballast::cli {

// 0: all well; 1: something failed; 2: usage, an unreadable path, a failed write, no input at all.
enum exit_code : int { success = 0, failure = 1, trouble = 2 };

struct options {
    std::vector<std::string> paths;
    bool files_alone = false;       // --files: no file is read together with others of its module
    std::optional<entry> line_rule; // --rule: each line is a case
    bool quiet = false;
    bool null = false;                                // NUL ends a line, names are written as they are
    std::uint64_t max_bytes = std::uint64_t{8} << 30; // of one input
    bool limited = false;                             // --max-bytes was given
    std::uint64_t max_errors = 100;                   // of one file; 0: no limit
    bool strict = false;                              // warnings, and notes about what the tables lack, are errors
    bool audit = false;                               // note every printed peak with less than the most in use
    // validate
    std::string output = "text"; // --format
    bool summary = false;        // a table a folder in place of the findings
    std::string demanded_era;    // --era: files of another are at fault
    std::vector<std::string> only;
    std::vector<std::string> disabled;
    std::string baseline;   // the path of a file with known findings
    std::uint64_t jobs = 0; // 0: as many as there are cores
    // extract
    bool validate_texts = false; // --validate
    // show
    std::string by = "alike";
    std::string sort = "bytes";
    std::optional<std::uint64_t> top; // rows; 0: all
    std::optional<std::int64_t> space;
    std::optional<std::int64_t> step;
    std::uint64_t columns = 0; // --width; 0: the terminal's
    bool plain = false;
    bool verbose = false;
    bool full_paths = false;        // of source files
    std::optional<std::string> why; // one buffer
    std::uint64_t most_bytes = 0;   // --max; 0: no budget
    // diff
    std::optional<double> most_growth_percent; // --max-growth
    std::optional<std::uint64_t> most_growth_bytes;
    std::string metric = "total";
    // export
    bool raw = false; // texts in tables as they are
    // report and export
    std::string to_file; // -o; empty: standard output
    // report
    bool svg = false;
    // report-text
    std::string report_era; // --era; empty: that of the dump
    // print
    std::string as_era; // --era: as an XLA of another era would have printed it
    std::string part;   // which of its files
    // print and extract
    std::string to_folder; // --to: where files are written
    // explain
    std::vector<std::string> kinds;
    bool list = false;
    // completions
    std::string shell;
    // help
    std::string command;
    // manual
    std::string manual = "man";
    // generate
    std::uint64_t seed = 0;
    std::uint64_t size = 4096; // bytes, about
    std::string era{dump_states().back().name};
    std::string section;
    std::string vocabulary = "readable";
    // grammar
    std::string format = "ebnf";

    // How many of so many rows a table has.
    [[nodiscard]] std::size_t rows_of(std::size_t all, std::uint64_t usual = 10) const
    {
        const auto most = top.value_or(usual);
        return most == 0 ? all : static_cast<std::size_t>(std::min<std::uint64_t>(all, most));
    }
};

int run(int argc, const char* const* argv);

int roundtrip(const options& given);
int validate(const options& given);
int era(const options& given);
int print(const options& given);
int print_as_era(const options& given);
int show(const options& given);
int summary(const options& given);
int diff(const options& given);
int export_memory(const options& given);
int report_page(const options& given);
int report_text(const options& given);
int generate(const options& given);
int grammar(const options& given);
int explain(const options& given);
int extract(const options& given);

// What --era takes: `D0 to D24, a day as YYYY-MM-DD, or a release as jaxlib-0.10.1`.
std::string known_eras();
// Says that `text` is no era; the exit code.
int no_era(std::string_view command, std::string_view text);

// What --section takes.
std::vector<std::string> section_names();

} // namespace ballast::cli
