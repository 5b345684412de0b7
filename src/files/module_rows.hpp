// The rows of a module in all tables.
#pragma once

#include "ballast/files.hpp"
#include "ballast/tables.hpp"

#include <cstddef>
#include <cstdint>

namespace ballast::inline v0::files {

// Reads the files of a module and passes on its rows in the wanted tables. Files are checked only if findings are
// wanted. The result has no memory, but names the files that were not used.
module_memory for_each_row(const module_files& module, const options& given, const tables::table_set& wanted,
                           std::int64_t number, tables::row_handler& to);

} // namespace ballast::inline v0::files
