#include "render/table_sqlite.hpp"

#include "render/row_block.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

namespace ballast::inline v0::render {

bool has_sqlite() { return true; }

// --- rows as a table of SQLite ---------------------------------------------------------------------------------------
//
// The rows that are inserted next are a virtual table, `new_rows`, so that one statement inserts them all. A statement
// for each row takes twice the time.

struct inserted_rows {
    std::string_view bytes{};
    std::size_t columns = 0;
};

namespace {

constexpr const char* new_rows = "new_rows";

// `c0,c1`: columns of new_rows.
std::string column_names(std::size_t count)
{
    std::string result = "c0";
    for (std::size_t i = 1; i < count; ++i) result.append(",c").append(std::to_string(i));
    return result;
}

// SQLite knows the first members of these structs, and calls their functions.
struct row_table {
    sqlite3_vtab base;
    const inserted_rows* rows;

    static int connect(sqlite3* file, void* rows, int, const char* const*, sqlite3_vtab** to, char**)
    try {
        std::size_t most = 0;
        for (const auto& table : tables::all()) most = std::max(most, table.columns.size());
        const auto columns = "CREATE TABLE rows (" + column_names(most) + ')';
        if (const int code = sqlite3_declare_vtab(file, columns.c_str()); code != SQLITE_OK) return code;
        *to = &(new row_table{{}, static_cast<const inserted_rows*>(rows)})->base;
        return SQLITE_OK;
    } catch (const std::bad_alloc&) {
        return SQLITE_NOMEM;
    }
    static int disconnect(sqlite3_vtab* of)
    {
        delete reinterpret_cast<row_table*>(of);
        return SQLITE_OK;
    }
    static int plan(sqlite3_vtab*, sqlite3_index_info*) { return SQLITE_OK; }
};

struct row_cursor {
    sqlite3_vtab_cursor base;
    row_reader reader;
    std::int64_t number;
    bool at_row;

    static row_cursor& of(sqlite3_vtab_cursor* x) { return *reinterpret_cast<row_cursor*>(x); }

    static int open(sqlite3_vtab*, sqlite3_vtab_cursor** to)
    try {
        *to = &(new row_cursor{{}, row_reader({}, 0), 0, false})->base;
        return SQLITE_OK;
    } catch (const std::bad_alloc&) {
        return SQLITE_NOMEM;
    }
    static int close(sqlite3_vtab_cursor* x)
    {
        delete &of(x);
        return SQLITE_OK;
    }
    static int first(sqlite3_vtab_cursor* x, int, const char*, int, sqlite3_value**)
    try {
        const auto& rows = *reinterpret_cast<row_table*>(x->pVtab)->rows;
        of(x).reader = row_reader(rows.bytes, rows.columns);
        return next(x);
    } catch (const std::bad_alloc&) {
        return SQLITE_NOMEM;
    }
    static int next(sqlite3_vtab_cursor* x)
    {
        of(x).at_row = of(x).reader.next();
        ++of(x).number;
        return SQLITE_OK;
    }
    static int at_end(sqlite3_vtab_cursor* x) { return of(x).at_row ? 0 : 1; }
    static int rowid(sqlite3_vtab_cursor* x, sqlite3_int64* to)
    {
        *to = of(x).number;
        return SQLITE_OK;
    }
    static int cell(sqlite3_vtab_cursor* x, sqlite3_context* to, int column);
};

// Sets a cell; it is null if this sets nothing.
struct sets {
    sqlite3_context* to;

    void operator()(std::monostate) const {}
    void operator()(std::int64_t value) const { sqlite3_result_int64(to, value); }
    void operator()(bool value) const { sqlite3_result_int(to, value ? 1 : 0); }
    void operator()(std::string_view value) const
    {
        sqlite3_result_text64(to, value.data(), value.size(), SQLITE_STATIC, SQLITE_UTF8);
    }
};

int row_cursor::cell(sqlite3_vtab_cursor* x, sqlite3_context* to, int column)
{
    std::visit(sets{to}, of(x).reader.cell(static_cast<std::size_t>(column)));
    return SQLITE_OK;
}

// Without a function that creates it, the table exists in every database and cannot be created.
constexpr sqlite3_module row_module = [] {
    sqlite3_module made{};
    made.xConnect = row_table::connect;
    made.xBestIndex = row_table::plan;
    made.xDisconnect = row_table::disconnect;
    made.xOpen = row_cursor::open;
    made.xClose = row_cursor::close;
    made.xFilter = row_cursor::first;
    made.xNext = row_cursor::next;
    made.xEof = row_cursor::at_end;
    made.xColumn = row_cursor::cell;
    made.xRowid = row_cursor::rowid;
    return made;
}();

// `INSERT INTO "values" SELECT c0,c1 FROM new_rows`.
std::string insertion(const tables::table_info& table)
{
    std::string result = "INSERT INTO \"";
    result.append(table.name).append("\" SELECT ").append(column_names(table.columns.size()));
    return result.append(" FROM ").append(new_rows);
}

} // namespace

// --- the file --------------------------------------------------------------------------------------------------------

struct sqlite_file::database {
    struct closes {
        void operator()(sqlite3* of) const { sqlite3_close(of); }
        void operator()(sqlite3_stmt* of) const { sqlite3_finalize(of); }
    };

    inserted_rows next;
    std::unique_ptr<sqlite3, closes> file;
    std::vector<std::unique_ptr<sqlite3_stmt, closes>> insertions; // by table; null if the table is not wanted
    tables::table_set wanted;
    std::string problem;

    bool check(int code)
    {
        if (code == SQLITE_OK || code == SQLITE_DONE) return true;
        if (problem.empty()) problem = file ? sqlite3_errmsg(file.get()) : sqlite3_errstr(code);
        return false;
    }
    void run(const std::string& text)
    {
        if (problem.empty()) check(sqlite3_exec(file.get(), text.c_str(), nullptr, nullptr, nullptr));
    }
};

sqlite_file::sqlite_file(const std::string& path, const tables::table_set& wanted) : to_(std::make_unique<database>())
{
    auto& to = *to_;
    to.wanted = wanted;
    sqlite3* opened = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &opened,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    to.file.reset(opened);
    if (!to.check(code) || !to.check(sqlite3_create_module(opened, new_rows, &row_module, &to.next))) return;
    // The file has a temporary name until it is complete, so nothing needs to be rolled back.
    to.run("PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; "
           "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536; BEGIN");
    for (const auto& statement : tables::statements_before_rows(wanted, tables::module_indexes::before_rows))
        to.run(statement);
    const auto tables = tables::all();
    to.insertions.resize(tables.size());
    for (std::size_t i = 0; i < tables.size() && to.problem.empty(); ++i) {
        if (!wanted.test(i)) continue;
        sqlite3_stmt* made = nullptr;
        const auto text = insertion(tables[i]);
        to.check(sqlite3_prepare_v3(opened, text.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &made, nullptr));
        to.insertions[i].reset(made);
    }
}

sqlite_file::~sqlite_file() = default;

bool sqlite_file::insert(std::size_t table, std::string_view rows)
{
    auto& to = *to_;
    if (!to.problem.empty()) return false;
    if (rows.empty()) return true;
    to.next = {rows, tables::all()[table].columns.size()};
    auto* const insert = to.insertions[table].get();
    const bool done = to.check(sqlite3_step(insert));
    sqlite3_reset(insert);
    return done;
}

std::string sqlite_file::finish()
{
    auto& to = *to_;
    to.insertions.clear();
    for (const auto& statement : tables::statements_after_rows(to.wanted, tables::module_indexes::before_rows))
        to.run(statement);
    to.run("COMMIT");
    if (const int code = sqlite3_close(to.file.release()); to.problem.empty()) to.check(code);
    return to.problem;
}

} // namespace ballast::inline v0::render
