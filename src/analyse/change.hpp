// Changes to the values of a module, and the peak of a space after them: the live ranges added up again.
#pragma once

#include "analyse/module.hpp"
#include "analyse/occupancy.hpp"
#include "ballast/analysis.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace ballast::analyse {

// Edits of values, which are named by their lines. Steps are inclusive.
struct memory_change {
    // A result uses the memory of an argument. Other values in its allocation become temporaries. Only a repacked
    // memory counts moves, not the peak.
    struct move {
        model::number allocation = model::none;
        model::number line = model::none;
        model::number argument = model::none; // its allocation
    };
    struct resize {
        model::number line = model::none;
        std::int64_t size = 0;
    };
    // A value takes memory of its own in these steps, besides the memory that it has.
    struct extra {
        model::number line = model::none;
        std::int64_t start = 0;
        std::int64_t last = 0;
    };
    // A temporary is not in memory in these steps. In the step after them it is recomputed from its operands.
    struct gap {
        model::number line = model::none;
        std::int64_t start = 0;
        std::int64_t last = 0;
        std::vector<model::number> operands{}; // their lines; none if it is fetched from host memory
    };

    std::vector<move> moves{};
    std::vector<resize> sizes{};
    std::vector<extra> extras{};
    std::vector<gap> gaps{};

    void add(const memory_change& other);
    [[nodiscard]] bool empty() const { return moves.empty() && sizes.empty() && extras.empty() && gaps.empty(); }
};

// Numbers by number, in their order. There can be one for each allocation, so it takes eight bytes each.
class number_map {
public:
    using entry = std::pair<model::number, model::number>;

    number_map() = default;
    // The keys are unique.
    explicit number_map(std::vector<entry> entries);

    [[nodiscard]] bool empty() const { return entries_.empty(); }
    [[nodiscard]] bool contains(model::number key) const { return (*this)[key] != model::none; }
    // none if there is none.
    [[nodiscard]] model::number operator[](model::number key) const;
    [[nodiscard]] auto begin() const { return entries_.begin(); }
    [[nodiscard]] auto end() const { return entries_.end(); }

private:
    std::vector<entry> entries_;
};

// Disjoint intervals of schedule steps: the last step of each by its first. Both are inclusive.
using step_intervals = std::map<std::int64_t, std::int64_t>;

// A change whose edits do not contradict each other, by line.
struct settled_change {
    number_map moved;  // the line of the result by its allocation
    number_map guests; // the line of the result by the allocation of its argument
    std::map<model::number, std::int64_t> sizes;
    std::map<model::number, step_intervals> extras;
    std::map<model::number, step_intervals> gaps;

    [[nodiscard]] std::int64_t size_of(const model::rows& rows, model::number line) const
    {
        const auto found = sizes.find(line);
        return found == sizes.end() ? rows.lines[line].size : found->second;
    }
    // The size of an allocation that is not an arena.
    [[nodiscard]] std::int64_t size_of(const model::rows& rows, const model::allocation_row& a) const;
    // The intervals of the values of an allocation, without the parts in gaps.
    [[nodiscard]] std::vector<interval> intervals_in(const model::rows& rows, const model::allocation_row& a,
                                                     std::int64_t steps) const;
};

// Resolves contradictions; the first edit wins. A result moves once, and an argument takes one result. A gap is dropped
// if its value could not be recomputed, because an operand is in a gap at that step, or if its value is itself needed
// to recompute another. An operand stays in memory until its value is recomputed.
settled_change settled(const model::rows& rows, const memory_change& change);

// A memory space of a module, to which changes are made.
class changed_memory {
public:
    changed_memory(const module& of, const space_memory& space);

    // The bytes in use at the peak, apart from moves; if live ranges are unknown, those that are not temporary.
    [[nodiscard]] std::int64_t peak_with(const settled_change& change) const;
    // The bytes by which the peak drops; negative if it grows.
    [[nodiscard]] std::int64_t saved_by(const memory_change& change) const
    {
        return before_ - peak_with(settled(rows_, change));
    }

private:
    [[nodiscard]] bool is_here(const model::allocation_row& a) const
    {
        return !a.thread_local_ && a.color == space_.space;
    }
    const module& of_;
    const model::rows& rows_;
    const space_memory& space_;
    std::int64_t before_ = 0;
};

} // namespace ballast::analyse
