// Finds results that could use the memory of arguments.
#pragma once

#include "analyse/change.hpp"
#include "analyse/module.hpp"
#include "analyse/overwriting.hpp"
#include "ballast/analysis.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace ballast::analyse {

// The last step that reads a value; -1 if none does.
std::int64_t last_read_of(const module& of, const model::line_row& line);

// The index of a value in the result; empty if the result does not have it.
std::optional<model::position_row> position_in_result(const module& of, const model::line_row& line);
// The id of the value that a value is a copy of; -1 if it is not a copy.
std::int64_t copied_by(const module& of, const model::line_row& output);

// The values that are in the memory of a result wherever it is: itself, and what a loop carries.
struct result_group {
    std::vector<model::number> lines; // ascending
    model::number first = model::none;
    std::int64_t start = -1; // the step that first writes one of them; -1: unknown
};
result_group result_group_of(const module& of, const model::allocation_row& a, model::number line);

// A result that could use the memory of an argument, as rows of the module.
struct donation_pair {
    model::number output = model::none; // allocations
    model::number argument = model::none;
    model::number line = model::none; // the value of the result
    std::int64_t written = -1;        // the step that first writes the result; -1: unknown
    std::int64_t last_read = -1;      // of the argument; -1: never
    bool copied = false;              // the result is a copy of the argument, perhaps one that is updated in place
    bool reads = false;               // what writes the result reads the argument: it can be its new value
    // Whether the result can be written over the argument.
    overwriting overwrites = overwriting::possible;

    // True if the argument is still needed when the result is written. Then the result is elsewhere at first, and
    // copied.
    [[nodiscard]] bool overlaps() const { return overwrites == overwriting::impossible; }
    // The result in the argument's memory. If they overlap, it is elsewhere until the argument is read for the last
    // time.
    [[nodiscard]] memory_change change(std::int64_t steps) const;
};

// True if a program of PyTorch/XLA can make the result in the memory of the argument, by changing a tensor in place. It
// cannot donate a weight to its gradient, or to a copy of the weight. Dynamo decides what its own graphs return.
bool is_new_value(const module& of, const donation_pair& pair);

// Pairs of a result and an argument of the same space and size, the largest first and each argument once.
std::vector<donation_pair> donation_pairs(module& of);

// What can be donated.
struct donatable {
    struct part {
        model::number allocation = model::none;
        model::number line = model::none;
        model::number shape = model::none; // equal for equal shapes without layout
    };
    std::vector<part> arguments; // by parameter
    std::vector<part> results;   // by index
};
donatable donatable_in(const module& of);

// Results, to be paired with donated arguments as JAX does it: both in order, those of one shape and element type.
class donatable_results {
public:
    donatable_results(module& of, std::span<const donatable::part> results);

    [[nodiscard]] std::vector<donation_pair> paired_with(std::span<const donatable::part> arguments);

private:
    using kind = std::tuple<model::number, std::int64_t, std::int64_t>; // shape, space, size
    [[nodiscard]] kind kind_of(const donatable::part& of) const;

    module& of_;
    overwrites overwrites_;
    std::map<kind, std::vector<donatable::part>> results_;
};

// Pairs of which each result is computed from the argument of the other overlap.
void find_cycles(const module& of, std::span<donation_pair> pairs);

memory_change change_of(std::span<const donation_pair> pairs, std::int64_t steps);

// The pairs as missed donations, with labels from `known`.
std::vector<missed_donation> missed_donations(const module& of, const memory_analysis& known,
                                              std::span<const donation_pair> pairs);

} // namespace ballast::analyse
