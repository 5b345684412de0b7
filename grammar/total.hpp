// The total of all allocations.
//
//     Total bytes used: 4112 (4.0KiB)
#pragma once

#include "grammar/lexical.hpp"

namespace ballast::grammar {

// clang-format off
struct total_bytes        : seq<decimal> {};
struct total_human        : seq<human_size> {};
struct total_human_item   : seq<lit<" (">, total_human, one<')'>> {};              // D9+
struct total              : seq<lit<"Total bytes used: ">, total_bytes, opt<total_human_item>> {};
struct total_line         : seq<line_end, total, line_end> {};
// clang-format on

} // namespace ballast::grammar
