// Tables of many modules: `ballast export --to csv -o DIR`.
#pragma once

#include "ballast/tables.hpp"
#include "cli/arguments.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

struct table_export_arguments : input_arguments {
    std::string format;
    std::string to;                  // a folder, a file, or empty for standard output
    std::vector<std::string> tables; // empty: all
    std::string command = "export";  // for messages
    bool in_one_stream = false;      // also if `to` could be a folder
};

// True if the format and the value of -o are about tables, and not about the values of one module.
bool is_table_export(std::string_view format, const std::string& to);

int export_tables(const table_export_arguments& options);

} // namespace ballast::cli
