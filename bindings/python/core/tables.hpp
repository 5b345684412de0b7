// The tables of modules.
#pragma once

#include "columns.hpp"
#include "read_module.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace ballast::python {

// The names of all tables.
std::vector<std::string_view> table_names();

// A table with the rows of all modules; null if there is no table of that name.
table_pointer table_of(std::span<const module_pointer> modules, std::string_view name);

} // namespace ballast::python
