// How much of an allocation is in use, and when: the union of the bytes of all values that live at a tick, both ends of
// a live range inclusive.
#pragma once

#include "ballast/analysis.hpp"
#include "model/model.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace ballast::analyse {

// By how much the bytes in use change at a tick.
struct change {
    std::int64_t tick = 0;
    std::int64_t bytes = 0;
};

using changes = model::row_list<change>;

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

// Appends the changes, in the order of their ticks, and gives the most that is in use at once.
std::int64_t add_changes(std::span<const stay> stays, changes& to);
// The same for the values of an allocation.
std::int64_t add_changes(const model::rows& rows, const model::allocation_row& of, std::int64_t ticks, changes& to);

// What is in use from each change on.
std::vector<use_from> summed(changes all);
fullest_moment fullest_of(std::span<const use_from> uses);
std::int64_t bytes_at(std::span<const use_from> uses, std::int64_t tick);

// The same of changes that two lists tell, each in the order of their ticks: when most is in use, and what at a tick.
struct moments {
    fullest_moment fullest;
    std::int64_t then = 0;
};
moments moments_of(std::span<const change> some, std::span<const change> others, std::int64_t tick);

// How many bytes each of the values that live at the tick adds to those before it in the list: of what two share, the
// larger has it, then the one with the lower id.
struct part {
    model::number line = model::none;
    std::int64_t bytes = 0;
};
std::vector<part> parts_at(const model::rows& rows, std::span<const stay> stays, std::int64_t tick);

} // namespace ballast::analyse
