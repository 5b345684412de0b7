// Estimates what would lower the memory of a space.
#pragma once

#include "analyse/donation.hpp"
#include "analyse/module.hpp"
#include "ballast/analysis.hpp"

#include <span>
#include <vector>

namespace ballast::analyse {

// The savings of each space that are worth reporting, the largest first. `of` has everything except the savings.
std::vector<saving> savings_of(module& in, const memory_analysis& of, std::span<const donation_pair> donations);

} // namespace ballast::analyse
