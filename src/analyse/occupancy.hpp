// How much of an allocation is in use, and when: the union of the bytes of all values that live at a step, both ends of
// a live range inclusive.
#pragma once

#include "ballast/analysis.hpp"
#include "model/model.hpp"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace ballast::analyse {

// By how much the bytes in use change at a step.
struct change {
    std::int64_t step = 0;
    std::int64_t bytes = 0;
};

using changes = model::row_list<change>;

// By how much they change at one step, of all that changes then.
struct bytes_row {
    std::int64_t bytes = 0;

    [[gnu::always_inline]] static constexpr void each(auto& row, auto&& f) { f(row.bytes, model::near); }
};

// A value in its allocation, while it lives.
struct stay {
    std::int64_t begin = 0; // bytes
    std::int64_t end = 0;
    std::int64_t start = 0; // steps, both inclusive
    std::int64_t last = 0;
    model::number line = model::none;
};

// Those of the values of an allocation that live at a step of the schedule.
std::vector<stay> stays_in(const model::rows& rows, const model::allocation_row& of, std::int64_t steps);

// Changes of many allocations, added up by step: for a schedule of many rows, where a list would take more.
class changes_by_step {
public:
    // For steps from 0 up to the last one, both inclusive.
    explicit changes_by_step(std::int64_t last) { by_step_.add_new(static_cast<std::size_t>(last) + 1); }

    void push_back(const change& added)
    {
        const auto at = static_cast<std::size_t>(added.step);
        auto sum = by_step_[at].bytes;
        if (__builtin_add_overflow(sum, added.bytes, &sum)) exact_ = false;
        by_step_.set(at, {sum});
    }
    // False where the changes of one step pass 64 bits; then the sums are wrong.
    [[nodiscard]] bool exact() const { return exact_; }
    [[nodiscard]] std::size_t size() const { return by_step_.size(); }
    [[nodiscard]] std::int64_t operator[](std::size_t step) const { return by_step_[step].bytes; }

private:
    model::packed_list<bytes_row> by_step_;
    bool exact_ = true;
};

// Appends the changes, in the order of their steps, and gives the most that is in use at once.
std::int64_t add_changes(std::span<const stay> stays, changes& to);
// The same for the values of an allocation.
std::int64_t add_changes(const model::rows& rows, const model::allocation_row& of, std::int64_t steps, changes& to);
// The same; the list has the steps up to `steps`.
std::int64_t add_changes(const model::rows& rows, const model::allocation_row& of, std::int64_t steps,
                         changes_by_step& to);

// What is in use from each change on.
std::vector<use_from> summed(changes all);
memory_peak peak_of(std::span<const use_from> uses);
std::int64_t bytes_at(std::span<const use_from> uses, std::int64_t step);

// When most is in use of all that the lists tell, one or more of the same steps, and how much is at a step.
struct moments {
    memory_peak peak;
    std::int64_t then = 0;
};
moments moments_of(std::initializer_list<const changes_by_step*> lists, std::int64_t step);

// How many bytes each of the values that live at the step adds to those before it in the list: of what two share, the
// larger has it, then the one with the lower id.
struct part {
    model::number line = model::none;
    std::int64_t bytes = 0;
};
std::vector<part> parts_at(const model::rows& rows, std::span<const stay> stays, std::int64_t step);

} // namespace ballast::analyse
