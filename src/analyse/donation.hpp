// Finds results that could use the memory of arguments.
#pragma once

#include "analyse/module.hpp"
#include "ballast/analysis.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace ballast::analyse {

// A result that could use the memory of an argument, as rows of the module.
struct donation_pair {
    model::number output = model::none; // allocations
    model::number argument = model::none;
    model::number line = model::none; // the value of the result
    std::int64_t written = -1;        // the step that first writes the result; -1: unknown
    std::int64_t last_read = -1;      // of the argument; -1: never
    bool copied = false;              // the result is a copy of the argument

    // True if the argument is still needed when the result overwrites it. A copy of the argument does not overwrite it.
    [[nodiscard]] bool overlaps() const { return last_read > written && !copied; }
};

// Pairs of a result and an argument of the same space and size, the largest first and each argument once.
std::vector<donation_pair> donation_pairs(const module& of);
// The same with labels from `known`.
std::vector<missed_donation> missed_donations(const module& of, const memory_analysis& known,
                                              std::span<const donation_pair> pairs);

} // namespace ballast::analyse
