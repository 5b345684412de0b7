// The memory of the modules of a folder.
#pragma once

#include "ballast/analysis.hpp"
#include "cli/json.hpp"
#include "cli/modules.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace ballast::cli {

// The memory of a module in one space.
struct summary_row {
    space_numbers numbers;
    std::int64_t donatable = 0;
    std::size_t copies = 1;
    std::string number; // of the first copy
    std::string name;
    std::string path; // of the first copy
    std::vector<input_file> files;
    std::string largest;
    std::int64_t largest_bytes = 0;
};

struct folder_summary {
    std::int64_t space = 0;
    std::set<std::int64_t> spaces; // that any module uses
    std::vector<summary_row> rows; // the largest first
    std::size_t modules = 0;       // with copies
    std::size_t elsewhere = 0;     // modules that use other spaces
    std::size_t without = 0;       // files or modules without allocations
    std::size_t refused = 0;
    std::size_t unreadable = 0;

    // The exit code of a command about it.
    [[nodiscard]] int code() const { return unreadable != 0 ? trouble : refused != 0 ? failure : success; }
};

// Reads all modules; modules of one identity share a row. Unreadable files are reported on standard error.
folder_summary summarise(const input_files& inputs, const options& given);

// The members of a JSON object, without its braces.
void put_row(json_writer& out, const summary_row& row);
void put_counts(json_writer& out, const folder_summary& all);

} // namespace ballast::cli
