// The intersection of two lists of intervals.
#pragma once

#include "ballast/era.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace ballast::timeline {

using interval_list = std::span<const era_set::interval>;

// Both lists are ascending and disjoint, and so are the intervals that are appended.
inline void add_common(interval_list some, interval_list others, std::vector<era_set::interval>& to)
{
    to.reserve(to.size() + std::max(some.size(), others.size()));
    for (const auto& a : some)
        for (const auto& b : others) {
            const era_set::interval both{std::max(a.begin, b.begin), std::min(a.end, b.end)};
            if (both.begin < both.end) to.push_back(both);
        }
}

} // namespace ballast::timeline
