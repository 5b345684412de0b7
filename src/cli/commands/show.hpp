// A dump for people: aligned tables.
#pragma once

#include "ballast/document.hpp"
#include "ballast/era.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ballast {

// One file of what is shown, as the header names it.
struct shown_file {
    const document* what;
    std::string_view name;
    std::string_view kind;
};

// The files of one module as one dump: the header (kinds, era, sections), totals by class and memory space, the largest
// allocations with their largest values, the peak rows with their shares. Ends with a line feed.
std::string show(const std::vector<shown_file>& files, const era_set& possible);

} // namespace ballast
