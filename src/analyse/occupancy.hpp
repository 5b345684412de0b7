// The bytes of an allocation that are in use at each step: the union of the bytes of all live values. Live ranges
// include both ends.
#pragma once

#include "ballast/analysis.hpp"
#include "model/model.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

namespace ballast::analyse {

// The change of the bytes in use at a step.
struct change {
    std::int64_t step = 0;
    std::int64_t bytes = 0;
};

using changes = model::row_list<change>;

// A value in its allocation, during its live range.
struct interval {
    std::int64_t begin = 0; // bytes
    std::int64_t end = 0;
    std::int64_t start = 0; // steps, both inclusive
    std::int64_t last = 0;
    model::number line = model::none;
};

// The last step of the live range of the value on a line; empty if unknown.
std::optional<std::int64_t> last_step_of(const model::rows& rows, model::number line);

// The intervals of the values of an allocation that are live at some schedule step.
std::vector<interval> intervals_in(const model::rows& rows, const model::allocation_row& of, std::int64_t steps);

// Changes of many allocations, added up by step. Takes less memory than lists if there are many allocations.
class changes_by_step {
public:
    // For the steps from 0 to `last`, both inclusive.
    explicit changes_by_step(std::int64_t last) : by_step_(static_cast<std::size_t>(last) + 1) {}

    void push_back(const change& added)
    {
        auto& sum = by_step_[static_cast<std::size_t>(added.step)];
        if (__builtin_add_overflow(sum, added.bytes, &sum)) exact_ = false;
    }
    // False if the changes of a step overflow 64 bits; then the sums are wrong.
    [[nodiscard]] bool exact() const { return exact_; }
    [[nodiscard]] std::size_t size() const { return by_step_.size(); }
    [[nodiscard]] std::int64_t operator[](std::size_t step) const { return by_step_[step]; }

private:
    model::row_list<std::int64_t> by_step_;
    bool exact_ = true;
};

// Appends the changes, in the order of steps, and returns the largest number of bytes in use at once.
std::int64_t add_changes(std::span<const interval> intervals, changes& to);
// The same for the values of an allocation.
std::int64_t add_changes(const model::rows& rows, const model::allocation_row& of, std::int64_t steps, changes& to);
// The same, by step up to `steps`.
std::int64_t add_changes(const model::rows& rows, const model::allocation_row& of, std::int64_t steps,
                         changes_by_step& to);

// The bytes in use from each change on.
std::vector<use_from> summed(changes all);
memory_peak peak_of(std::span<const use_from> uses);
std::int64_t bytes_at(std::span<const use_from> uses, std::int64_t step);

// The peak of the sum of the lists, which have the same steps, and the bytes in use at a given step.
struct moments {
    memory_peak peak;
    std::int64_t then = 0;
};
moments moments_of(std::initializer_list<const changes_by_step*> lists, std::int64_t step);

// The bytes that each live value adds at a step. Bytes shared by two values count for the larger one, or for the one
// with the lower id.
struct part {
    model::number line = model::none;
    std::int64_t bytes = 0;
};
std::vector<part> parts_at(const model::rows& rows, std::span<const interval> intervals, std::int64_t step);

} // namespace ballast::analyse
