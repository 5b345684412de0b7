// Live ranges of values over the sequence of instructions, as XLA's HloLiveRange computes them.
#pragma once

#include "ballast/era.hpp"
#include "proto/schedule.hpp"

#include <cstdint>
#include <vector>

namespace ballast::inline v0::proto {

struct live_ranges {
    struct range {
        row value = none;
        std::int64_t start = 0;
        std::int64_t end = 0;
    };
    std::vector<row> sequence; // instructions
    std::vector<range> ranges; // ordered by the ids of their values
    std::int64_t peak = 0;     // the step
    bool unbounded = false;    // a shape has no size, so the peak is unknown
    bool computed = false;     // from a schedule that the file does not have

    [[nodiscard]] std::int64_t max() const { return static_cast<std::int64_t>(sequence.size()); }
};

live_ranges ranges_of(const flow& values, const schedule& order, commit_time when);

} // namespace ballast::inline v0::proto
