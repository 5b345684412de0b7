// Where the rows of tables go: a file for each table, all in one stream, or a database.
#pragma once

#include "ballast/tables.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

// Rows in the form of the output. One text for each table, or one for all.
using row_texts = std::vector<std::string>;

inline row_texts no_rows() { return row_texts(tables::all().size()); }

// Where rows go. `append` may be called on several threads, the others on one at a time.
class table_output {
public:
    table_output() = default;
    table_output(const table_output&) = delete;
    table_output& operator=(const table_output&) = delete;
    virtual ~table_output() = default;

    // Appends a row of a module, whose first file is given as JSON text.
    virtual void append(std::size_t table, std::string_view file, std::span<const tables::cell> cells,
                        row_texts& to) const = 0;
    // False after an error.
    virtual bool take(const row_texts& texts) = 0;
    // Completes the output and reports errors. False after an error.
    virtual bool finish() = 0;
};

std::unique_ptr<table_output> tables_in_folder(const std::string& folder, std::string_view format,
                                               const tables::table_set& wanted);
std::unique_ptr<table_output> tables_in_stream(std::string_view command, const std::string& path);
std::unique_ptr<table_output> tables_in_database(const std::string& path, const tables::table_set& wanted);

// The files that `tables_in_folder` writes.
std::vector<std::string> files_of_tables(const std::string& folder, std::string_view format,
                                         const tables::table_set& wanted);

} // namespace ballast::cli
