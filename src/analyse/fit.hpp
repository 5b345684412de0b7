// What would make a module fit a limit, estimated by packing its values again.
#pragma once

#include "analyse/change.hpp"
#include "analyse/donation.hpp"
#include "analyse/module.hpp"
#include "ballast/analysis.hpp"
#include "ballast/fit.hpp"

#include <cstdint>
#include <vector>

namespace ballast::analyse {

// A suggestion with the change that it is about.
struct advice {
    suggestion report;
    memory_change change;
    std::vector<donatable::part> donated; // arguments; their results depend on the suggestions before
};

// Changes that would lower the total of a space, the largest first; `together` is not set. Empty if live ranges are
// unknown.
std::vector<advice> advice_for(module& in, const memory_analysis& of, const space_memory& space);

// `of` has everything except the fit.
memory_fit fit_of(module& in, const memory_analysis& of, const memory_limit& limit, std::int64_t space);
// Without suggestions.
memory_fit fit_of(const memory_analysis& of, const memory_limit& limit, std::int64_t space);

} // namespace ballast::analyse
