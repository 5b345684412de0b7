// How much of an allocation is in use, and when: the union of the bytes of all values that live at a tick, both ends of
// a live range inclusive.
#pragma once

#include "ballast/analysis.hpp"
#include "model/model.hpp"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace ballast::analyse {

// By how much the bytes in use change at a tick.
struct change {
    std::int64_t tick = 0;
    std::int64_t bytes = 0;
};

using changes = model::row_list<change>;

// By how much they change at one tick, of all that changes then.
struct bytes_row {
    std::int64_t bytes = 0;

    [[gnu::always_inline]] static constexpr void each(auto& row, auto&& f) { f(row.bytes, model::near); }
};

// A value in its allocation, while it lives.
struct stay {
    std::int64_t begin = 0; // bytes
    std::int64_t end = 0;
    std::int64_t start = 0; // ticks, both inclusive
    std::int64_t last = 0;
    model::number line = model::none;
};

// Those of the values of an allocation that live at a tick of the schedule.
std::vector<stay> stays_in(const model::rows& rows, const model::allocation_row& of, std::int64_t ticks);

// Changes of many allocations, added up by tick: for a schedule of many rows, where a list would take more.
class changes_by_tick {
public:
    // For ticks from 0 up to the last one, both inclusive.
    explicit changes_by_tick(std::int64_t last) { by_tick_.add_new(static_cast<std::size_t>(last) + 1); }

    void push_back(const change& added)
    {
        const auto at = static_cast<std::size_t>(added.tick);
        auto sum = by_tick_[at].bytes;
        if (__builtin_add_overflow(sum, added.bytes, &sum)) exact_ = false;
        by_tick_.set(at, {sum});
    }
    // False where the changes of one tick pass 64 bits; then the sums are wrong.
    [[nodiscard]] bool exact() const { return exact_; }
    [[nodiscard]] std::size_t size() const { return by_tick_.size(); }
    [[nodiscard]] std::int64_t operator[](std::size_t tick) const { return by_tick_[tick].bytes; }

private:
    model::packed_list<bytes_row> by_tick_;
    bool exact_ = true;
};

// Appends the changes, in the order of their ticks, and gives the most that is in use at once.
std::int64_t add_changes(std::span<const stay> stays, changes& to);
// The same for the values of an allocation.
std::int64_t add_changes(const model::rows& rows, const model::allocation_row& of, std::int64_t ticks, changes& to);
// The same; the list has the ticks up to `ticks`.
std::int64_t add_changes(const model::rows& rows, const model::allocation_row& of, std::int64_t ticks,
                         changes_by_tick& to);

// What is in use from each change on.
std::vector<use_from> summed(changes all);
fullest_moment fullest_of(std::span<const use_from> uses);
std::int64_t bytes_at(std::span<const use_from> uses, std::int64_t tick);

// When most is in use of all that the lists tell, one or more of the same ticks, and how much is at a tick.
struct moments {
    fullest_moment fullest;
    std::int64_t then = 0;
};
moments moments_of(std::initializer_list<const changes_by_tick*> lists, std::int64_t tick);

// How many bytes each of the values that live at the tick adds to those before it in the list: of what two share, the
// larger has it, then the one with the lower id.
struct part {
    model::number line = model::none;
    std::int64_t bytes = 0;
};
std::vector<part> parts_at(const model::rows& rows, std::span<const stay> stays, std::int64_t tick);

} // namespace ballast::analyse
