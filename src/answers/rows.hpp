// The rows of a module in all tables.
#pragma once

#include "answers/load.hpp"
#include "answers/outcome.hpp"
#include "ballast/tables.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace ballast::inline v0::answers {

// Reads the files of a module and passes on its rows in the wanted tables. Files are checked only if findings are
// wanted. The result has no memory, but names the files that were not used.
loaded_module for_each_row(const files::module_files& from, const files::options& reading,
                           const tables::table_set& wanted, std::int64_t number, tables::row_handler& to);
// The same for a module that was read. False if memory runs out.
bool for_each_row(loaded_module& of, std::span<const tables::placed_finding> findings, const tables::table_set& wanted,
                  std::int64_t number, tables::row_handler& to);
// The findings as tables have them. They must outlive the result.
std::vector<tables::placed_finding> placed(const std::vector<validated_file>& of);

// Passes on the rows of all modules: `rows_of` makes what takes the rows of one, on several threads; `take` gets it
// back in order and returns false to stop.
outcome each_module(const std::vector<files::module_files>& modules, const run& by, const tables::table_set& wanted,
                    const std::function<std::unique_ptr<tables::row_handler>(const files::module_files&)>& rows_of,
                    const std::function<bool(tables::row_handler&)>& take);

// The tables with these names, or all, and that of the modules, which the others refer to. Empty for an unknown name.
tables::table_set tables_named(const std::vector<std::string>& names);

} // namespace ballast::inline v0::answers
