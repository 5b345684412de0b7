// Modules as tables for databases and data frames. The definition of each table is here once: the heads of CSV files,
// the keys of NDJSON, the statements of SQL and docs/tables.md follow from it.
#pragma once

#include "ballast/document.hpp"
#include "ballast/export.hpp"
#include "ballast/finding.hpp"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ballast::inline v0::tables {

enum class cell_type : std::uint8_t { integer, boolean, text };

// What an integer counts: bytes, schedule steps counted from 0, or neither.
enum class unit : std::uint8_t { none, bytes, step };
BALLAST_API std::string_view spelling(cell_type which);
BALLAST_API std::string_view spelling(unit which);

struct column_info {
    std::string_view name;
    cell_type type = cell_type::integer;
    bool nullable = false;
    tables::unit unit = unit::none;
    std::string_view what; // a phrase for documents
};

struct table_info {
    std::string_view name;
    std::string_view what; // one row is ...
    std::vector<column_info> columns;
    std::vector<std::vector<std::string_view>> indexes; // columns that queries look up together
};

// All tables. Other tables refer to `modules` by their first column, `module`.
BALLAST_API std::span<const table_info> all();

// The number of the table with that name.
BALLAST_API std::optional<std::size_t> find(std::string_view name);

// A query with a name, in SQL that SQLite and DuckDB read.
struct view_info {
    std::string_view name;
    std::string_view what;
    std::array<std::string_view, 2> tables; // the tables that it reads
    std::string_view query;
};
BALLAST_API std::span<const view_info> views();

BALLAST_API std::string create_table(const table_info& table);
BALLAST_API std::string create_view(const view_info& view);

// A selection of tables, by their numbers.
using table_set = std::bitset<32>;

// When the indexes are created whose first column is the module. If rows are inserted module by module, these indexes
// grow at their ends.
enum class module_indexes : bool { before_rows, after_rows };

// SQL statements that create the tables and, once these have rows, their indexes and the views of these tables.
BALLAST_API std::vector<std::string> statements_before_rows(const table_set& wanted,
                                                            module_indexes when = module_indexes::after_rows);
BALLAST_API std::vector<std::string> statements_after_rows(const table_set& wanted,
                                                           module_indexes when = module_indexes::after_rows);

// A cell; std::monostate if unknown. Texts are valid UTF-8 without NUL.
using cell = std::variant<std::monostate, std::int64_t, bool, std::string_view>;

// Takes rows. The cells are in the order of the columns; their texts are valid during the call.
class row_handler {
public:
    row_handler() = default;
    row_handler(const row_handler&) = delete;
    row_handler& operator=(const row_handler&) = delete;
    virtual ~row_handler() = default;

    virtual void row(std::size_t table, std::span<const cell> cells) = 0;
};

// A finding with its place, for the table of findings.
struct placed_finding {
    std::string_view file;
    const finding* what = nullptr;
    ballast::severity severity{};
    text_place place;
    std::string_view hint;
};

// A module whose rows are wanted. `number` identifies it in all tables.
struct module_source {
    std::int64_t number = 1;
    std::string_view path{};                      // of its first file
    std::string_view name{};                      // without its number
    std::string_view id{};                        // the number in its file names
    std::string_view era{};                       // as `ballast era` prints it
    std::int64_t files = 1;                       // number of files, including those that are not used
    std::int64_t refused = 0;                     // number of files
    std::int64_t unreadable = 0;                  // number of files
    std::span<const document* const> documents{}; // its dump, module text and reports
    std::span<const placed_finding> findings{};
};

// Passes on the rows of a module, table by table. False if memory ran out; then some rows are missing. What the handler
// throws is passed on.
BALLAST_API bool for_each_row(const module_source& of, const table_set& wanted, row_handler& to);

} // namespace ballast::inline v0::tables
