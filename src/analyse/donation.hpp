// Results that could be in the memory of arguments.
#pragma once

#include "analyse/module.hpp"
#include "ballast/analysis.hpp"

#include <vector>

namespace ballast::analyse {

// Pairs of a result and an argument of the same space and size: the largest first, each argument once. `known` has the
// labels.
std::vector<missed_donation> missed_donations(module& of, const memory_analysis& known);

} // namespace ballast::analyse
