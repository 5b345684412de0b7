// Tables in an SQLite database.
#pragma once

#include "ballast/tables.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace ballast::inline v0::render {

// False if this build has no SQLite.
bool has_sqlite();

// A database that is being written. Other indexes than those of modules, and views, are created at the end. After an
// error, nothing more is written.
class sqlite_file {
public:
    // The file must be empty, or not exist.
    sqlite_file(const std::string& path, const tables::table_set& wanted);
    sqlite_file(const sqlite_file&) = delete;
    sqlite_file& operator=(const sqlite_file&) = delete;
    ~sqlite_file();

    // Inserts rows of a table, which append_row wrote (render/row_block.hpp). False after an error.
    bool insert(std::size_t table, std::string_view rows);
    // Completes the database. Returns the error, or empty.
    std::string finish();

private:
    struct database;
    std::unique_ptr<database> to_;
};

} // namespace ballast::inline v0::render
