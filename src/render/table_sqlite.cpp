#include "render/table_sqlite.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace ballast::inline v0::render {

bool has_sqlite() { return true; }

namespace {

// `INSERT INTO "values" VALUES (?,?)`.
std::string insertion(const tables::table_info& table)
{
    std::string result = "INSERT INTO \"" + std::string(table.name) + "\" VALUES (?";
    for (std::size_t i = 1; i < table.columns.size(); ++i) result += ",?";
    return result + ')';
}

struct binds {
    sqlite3_stmt* to;
    int at;

    int operator()(std::monostate) const { return sqlite3_bind_null(to, at); }
    int operator()(std::int64_t value) const { return sqlite3_bind_int64(to, at, value); }
    int operator()(bool value) const { return sqlite3_bind_int(to, at, value ? 1 : 0); }
    int operator()(std::string_view value) const
    {
        return sqlite3_bind_text64(to, at, value.data(), value.size(), SQLITE_STATIC, SQLITE_UTF8);
    }
};

} // namespace

struct sqlite_file::database {
    struct closes {
        void operator()(sqlite3* of) const { sqlite3_close(of); }
        void operator()(sqlite3_stmt* of) const { sqlite3_finalize(of); }
    };

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
    if (!to.check(code)) return;
    // The file has a temporary name until it is complete, so nothing needs to be rolled back.
    to.run("PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; "
           "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536; BEGIN");
    for (const auto& statement : tables::statements_before_rows(wanted)) to.run(statement);
    const auto tables = tables::all();
    to.insertions.resize(tables.size());
    for (std::size_t i = 0; i < tables.size() && to.problem.empty(); ++i) {
        if (!wanted.test(i)) continue;
        sqlite3_stmt* made = nullptr;
        const auto text = insertion(tables[i]);
        if (to.problem.empty())
            to.check(sqlite3_prepare_v3(opened, text.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &made, nullptr));
        to.insertions[i].reset(made);
    }
}

sqlite_file::~sqlite_file() = default;

bool sqlite_file::row(std::size_t table, std::span<const tables::cell> cells)
{
    if (!to_->problem.empty()) return false;
    auto* const insert = to_->insertions[table].get();
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (!to_->check(std::visit(binds{insert, static_cast<int>(i) + 1}, cells[i]))) return false;
    const bool done = to_->check(sqlite3_step(insert));
    sqlite3_reset(insert);
    return done;
}

std::string sqlite_file::finish()
{
    auto& to = *to_;
    to.insertions.clear();
    for (const auto& statement : tables::statements_after_rows(to.wanted)) to.run(statement);
    to.run("COMMIT");
    if (const int code = sqlite3_close(to.file.release()); to.problem.empty()) to.check(code);
    return to.problem;
}

} // namespace ballast::inline v0::render
