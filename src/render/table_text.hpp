// Rows of tables as CSV and NDJSON.
#pragma once

#include "ballast/tables.hpp"

#include <span>
#include <string>
#include <string_view>

namespace ballast::inline v0::render {

// Null and an empty text are both empty cells; true and false are words.
void append_csv_head(const tables::table_info& table, std::string& to);
void append_csv_row(std::span<const tables::cell> cells, std::string& to);

// A JSON object and a line feed. Null cells are omitted.
void append_json_row(const tables::table_info& table, std::span<const tables::cell> cells, std::string& to);
// The same, with the name of the table and a file first. The file is JSON text already.
void append_json_line(const tables::table_info& table, std::string_view file, std::span<const tables::cell> cells,
                      std::string& to);
// A text in quotes.
std::string quoted_json(std::string_view text);

// Statements of DuckDB that load the files of a folder, in this format, and create indexes and views.
std::string load_script(const tables::table_set& wanted, std::string_view format);

} // namespace ballast::inline v0::render
