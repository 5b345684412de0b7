// The number of rows of a table.
#pragma once

#include "ballast/render.hpp"

#include <algorithm>
#include <cstddef>

namespace ballast::inline v0::render {

// The number of rows that a table of `all` rows shows.
inline std::size_t rows_of(const table_options& how, std::size_t all)
{
    const auto most = how.top.value_or(usual_rows);
    return most == 0 ? all : std::min(all, most);
}

} // namespace ballast::inline v0::render
