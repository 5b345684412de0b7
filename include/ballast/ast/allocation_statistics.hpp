// The bytes of the allocations by class: `BufferAssignment stats:`.
#pragma once

#include "ballast/ast/percent.hpp"
#include "ballast/ast/total.hpp"

#include <optional>

namespace ballast::inline v0::ast {

// Fragmentation in bytes, and its share of the whole: `240B (15.54%)`.
struct fragmentation {
    human_size size;
    percent_hundredths percent;

    bool operator==(const fragmentation&) const = default;
    static constexpr auto members(auto m)
    {
        return m("fragmentation", m("size", &fragmentation::size), m("percent", &fragmentation::percent));
    }
};

// An allocation can be in several classes. Fragmentation is printed if XLA knows it.
struct allocation_statistics {
    human_size parameter;
    human_size constant;
    human_size maybe_live_out;
    human_size preallocated_temp;
    std::optional<fragmentation> temp_fragmentation;
    human_size total;
    std::optional<fragmentation> total_fragmentation;

    bool operator==(const allocation_statistics&) const = default;
    static constexpr auto members(auto m)
    {
        return m("allocation_statistics", m("parameter", &allocation_statistics::parameter),
                 m("constant", &allocation_statistics::constant),
                 m("maybe_live_out", &allocation_statistics::maybe_live_out),
                 m("preallocated_temp", &allocation_statistics::preallocated_temp),
                 m("temp_fragmentation", &allocation_statistics::temp_fragmentation),
                 m("total", &allocation_statistics::total),
                 m("total_fragmentation", &allocation_statistics::total_fragmentation));
    }
};

} // namespace ballast::inline v0::ast
