// Results that could be in the memory of arguments.
#pragma once

#include "analyse/module.hpp"
#include "ballast/analysis.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace ballast::analyse {

// A result that could be in the memory of an argument, by rows of the module.
struct donation_pair {
    model::number output = model::none; // allocations
    model::number argument = model::none;
    model::number line = model::none; // the result's value
    std::int64_t written = -1;        // the step that first writes the result; -1: unknown
    std::int64_t last_read = -1;      // of the argument; -1: never
    bool copied = false;              // the result is a copy of the argument

    // Whether the argument is needed when the result overwrites it. What is a copy of it does not.
    [[nodiscard]] bool overlaps() const { return last_read > written && !copied; }
};

// Pairs of a result and an argument of the same space and size: the largest first, each argument once.
std::vector<donation_pair> donation_pairs(const module& of);
// The same with labels, which `known` has.
std::vector<missed_donation> missed_donations(const module& of, const memory_analysis& known,
                                              std::span<const donation_pair> pairs);

} // namespace ballast::analyse
