// The bytes of the allocations, by class.
//
//     BufferAssignment stats:
//                  parameter allocation:     1.0KiB
//                   constant allocation:        64B
//             maybe_live_out allocation:        48B
//          preallocated temp allocation:     1.5KiB
//       preallocated temp fragmentation:       240B (15.54%)
//                      total allocation:     2.6KiB
//                   total fragmentation:     1.4KiB (53.12%)
//
// A fragmentation is printed only if XLA knows it: that of the temporaries if a heap was packed, the total if
// everything is scheduled. The size that it is a share of can be 0. The line about constants was added in 2018, before
// the first dump.
#pragma once

#include "grammar/lexical.hpp"

namespace ballast::grammar {

// clang-format off
struct parameter_bytes     : seq<human_size> {};
struct constant_bytes      : seq<human_size> {};
struct live_out_bytes      : seq<human_size> {};
struct temporary_bytes     : seq<human_size> {};
struct all_bytes           : seq<human_size> {};
struct fragmented_bytes    : seq<human_size> {};
struct parameter_bytes_column : right_aligned<10, parameter_bytes> {};
struct constant_bytes_column : right_aligned<10, constant_bytes> {};
struct live_out_bytes_column : right_aligned<10, live_out_bytes> {};
struct temporary_bytes_column : right_aligned<10, temporary_bytes> {};
struct all_bytes_column    : right_aligned<10, all_bytes> {};
struct fragmented_bytes_column : right_aligned<10, fragmented_bytes> {};

struct fragmented_hundredths : seq<decimal, one<'.'>, range<'0', '9'>, range<'0', '9'>> {};
struct fragmented_minus_nan : lit<"-nan"> {};                                      // 0 of 0 on x86-64
struct fragmented_plus_nan : lit<"nan"> {};                                        // 0 of 0 elsewhere
struct fragmented_infinite : lit<"inf"> {};
struct fragmented_percent  : sor<fragmented_hundredths, fragmented_minus_nan, fragmented_plus_nan, fragmented_infinite> {};
struct fragmentation       : seq<fragmented_bytes_column, lit<" (">, fragmented_percent, lit<"%)\n">> {};
struct temporary_fragmentation : seq<fragmentation> {};
struct total_fragmentation : seq<fragmentation> {};

struct allocation_statistics : seq<lit<"BufferAssignment stats:\n">,
                                   lit<"             parameter allocation: ">, parameter_bytes_column, line_end,
                                   lit<"              constant allocation: ">, constant_bytes_column, line_end,
                                   lit<"        maybe_live_out allocation: ">, live_out_bytes_column, line_end,
                                   lit<"     preallocated temp allocation: ">, temporary_bytes_column, line_end,
                                   opt<lit<"  preallocated temp fragmentation: ">, temporary_fragmentation>,
                                   lit<"                 total allocation: ">, all_bytes_column, line_end,
                                   opt<lit<"              total fragmentation: ">, total_fragmentation>> {};
// clang-format on

} // namespace ballast::grammar
