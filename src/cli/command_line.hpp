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

// 0: success; 1: something failed; 2: wrong usage, an unreadable path, a failed write, or no input.
enum exit_code : int { success = 0, failure = 1, trouble = 2 };

// Rows of a table unless --top says how many.
inline constexpr std::uint64_t usual_rows = 10;
inline constexpr std::uint64_t usual_holders = 7; // of `show`

struct options {
    std::vector<std::string> paths;
    bool files_alone = false;       // --files: read every file on its own
    std::optional<entry> line_rule; // --rule: each line is a construct
    bool quiet = false;
    bool null = false;                                // lines end with NUL, names are not escaped
    std::uint64_t max_bytes = std::uint64_t{8} << 30; // of one input
    bool limited = false;                             // --max-bytes was given
    std::uint64_t max_errors = 100;                   // of one file; 0: no limit
    bool strict = false;                              // warnings, and notes about unknown spellings, are errors
    bool audit = false;                               // note every printed peak that is not the highest step
    // validate
    std::string output = "text"; // --format
    bool summary = false;        // a table by folder instead of the findings
    std::string demanded_era;    // --era: files of another era have an error
    std::vector<std::string> only;
    std::vector<std::string> disabled;
    std::string baseline;   // the path of a file with known findings
    std::uint64_t jobs = 0; // 0: one for each core
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
    bool raw = false; // unescaped texts in tables
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
    std::uint64_t size = 4096; // approximate size in bytes
    std::string era{dump_states().back().name};
    std::string section;
    std::string vocabulary = "readable";
    // grammar
    std::string format = "ebnf";

    // The number of rows that a table shows.
    [[nodiscard]] std::size_t rows_of(std::size_t all) const
    {
        const auto most = top.value_or(usual_rows);
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

// The values of --era: `D0 to D24, a day as YYYY-MM-DD, or a release as jaxlib-0.10.1`.
std::string known_eras();
// Reports that `text` is not an era; returns the exit code.
int no_era(std::string_view command, std::string_view text);

// The values of --section.
std::vector<std::string> section_names();

} // namespace ballast::cli
