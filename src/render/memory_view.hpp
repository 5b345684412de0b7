// Parts of the forms of a module's memory.
#pragma once

#include "ballast/render.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ballast::inline v0::render {

// The tables of padding, donation and fragmentation.
std::string savings_text(const memory_view& view);

// True if the dump has the source line of a holder.
bool has_source(const holder_list& holders, std::size_t which);
std::int64_t bytes_of(const std::vector<const missed_donation*>& donations);
std::int64_t bytes_of(std::span<const holder_group> groups);

// The largest number of bytes in use in each column of the schedule. There are no more columns than steps.
std::vector<std::int64_t> curve_of(const std::vector<use_from>& occupied, std::int64_t steps, std::size_t columns);

} // namespace ballast::inline v0::render
