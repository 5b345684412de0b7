// The sections of a dump as text: allocations, used values, live ranges.
#pragma once

#include "proto/ranges.hpp"
#include "proto/text.hpp"

#include <string_view>

namespace ballast::inline v0::proto {

// `BufferAssignment:` and the allocations.
void put_allocations(text& out, const flow& values);
// The total, `Used values:` and the values.
void put_used_values(text& out, const flow& values);
// `HloLiveRange (max 12):` to the peak.
void put_live_range(text& out, const flow& values, const live_ranges& ranges);

// A value at the peak.
struct peak_value {
    row value = none;
    std::int64_t bytes = 0;
};
// The stack trace below the peak. Throws refusal if it has too many paths.
void put_stack_trace(text& out, const flow& values, const std::vector<peak_value>& peak);

// `<7 loop{0} (phi) @1>`
void put_value_name(text& out, const flow& values, const value& x);
// The value of an allocation's field 9; throws refusal if it is unknown.
row assigned_value(const flow& values, std::int64_t id);

} // namespace ballast::inline v0::proto
