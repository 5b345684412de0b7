// Builds without SQLite.
#include "render/table_sqlite.hpp"

namespace ballast::inline v0::render {

bool has_sqlite() { return false; }

struct sqlite_file::database {};
sqlite_file::sqlite_file(const std::string&, const tables::table_set&) {}
sqlite_file::~sqlite_file() = default;
bool sqlite_file::insert(std::size_t, std::string_view) { return false; }
std::string sqlite_file::finish() { return "this build has no SQLite"; }

} // namespace ballast::inline v0::render
