// The memory of a module for programs that show such things: their own forms.
#pragma once

#include "ballast/analysis.hpp"
#include "cli/json.hpp"

namespace ballast::cli {

// A table of all values: RFC 4180, with a line of names. Texts that a spreadsheet would take for a formula begin with
// an apostrophe, and unsafe characters are escaped; raw ones are as they are in the dump.
enum class cells : bool { neutral, raw };
void export_csv(const memory_analysis& memory, cells texts, const piece_taker& take);

// The trace format of Chrome and Perfetto: values as slices, a step a microsecond; what is in use as counters.
void export_trace(const memory_analysis& memory, const piece_taker& take);

// The profile format of pprof (profile.proto), compressed: who holds the memory at the fullest moments, by stack. Where
// the dump has no stack, the parts of the op_name stand for it.
void export_pprof(const memory_analysis& memory, const piece_taker& take);

} // namespace ballast::cli
