// A dump for people: aligned tables.
#pragma once

#include "ballast/document.hpp"

#include <string>
#include <string_view>

namespace ballast {

// The header (kind, era, sections), totals by class and memory space, the largest allocations with their largest
// values, the peak rows with their shares. Ends with a line feed. `name` and `kind` are for the header.
std::string show(const document& what, std::string_view name, std::string_view kind);

} // namespace ballast
