// Rows in memory, until they can be written.
#pragma once

#include "ballast/tables.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::render {

void append_row(std::span<const tables::cell> cells, std::string& to);

// Calls `take` with each row, until it returns false. The texts of cells refer to `rows`.
void for_each_row(std::string_view rows, std::size_t columns,
                  const std::function<bool(std::span<const tables::cell>)>& take);

} // namespace ballast::inline v0::render
