// Writes the memory of a module in the formats of other programs.
#pragma once

#include "ballast/analysis.hpp"
#include "cli/json.hpp"

namespace ballast::cli {

// A CSV table of all values (RFC 4180) with a header line. Texts that a spreadsheet would read as formulas start with
// an apostrophe, and unsafe characters are escaped; raw texts are as in the dump.
enum class cells : bool { neutral, raw };
void export_csv(const memory_analysis& memory, cells texts, const piece_taker& take);

// The trace format of Chrome and Perfetto: values are slices, a step is a microsecond, and bytes in use are counters.
void export_trace(const memory_analysis& memory, const piece_taker& take);

// The profile format of pprof (profile.proto), compressed: the holders at the peaks, by call stack. If the dump has no
// stack, the parts of the op_name are used instead.
void export_pprof(const memory_analysis& memory, const piece_taker& take);

} // namespace ballast::cli
