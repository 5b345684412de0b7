// Live ranges and the peak.
//
//     HloLiveRange (max 2):
//       InstructionSequence:
//         0:img
//         1:neg.4
//       BufferLiveRange:
//         img{}:0-2
//         neg.4{}:1-2
//       Live ranges at 1 (peak):
//         img{}: 512 bytes (cumulative: 512 bytes)
//         neg.4{}: 512 bytes (cumulative: 1024 bytes)
//
// Peak rows have an index since D15 and cumulative bytes since D16. For some hours of 2021-02-12 (D7) all steps were
// listed instead of the peak. Since D23 one line replaces the peak if a shape is unbounded. Logs have live ranges since
// 2019-07-30, but no peak until D8.
#pragma once

#include "grammar/lexical.hpp"
#include "grammar/stack_trace.hpp"

namespace ballast::grammar {

// clang-format off
struct live_range_max   : seq<decimal> {};
struct live_range_head  : seq<lit<"HloLiveRange (max ">, live_range_max, lit<"):\n">> {};

struct sequence_head    : lit<"  InstructionSequence:\n"> {};
struct sequence_number  : seq<decimal> {};
struct sequence_name    : seq<name> {};
struct sequence_row     : seq<lit<"    ">, sequence_number, one<':'>, sequence_name, line_end> {};
struct sequence_rows : star<sequence_row> {};
struct sequence         : seq<sequence_head, sequence_rows> {};

struct ranges_head      : lit<"  BufferLiveRange:\n"> {};
struct range_name       : seq<name> {};
struct range_index      : seq<index> {};
struct range_start      : seq<decimal> {};
struct range_end        : seq<decimal> {};
struct live_range_row   : seq<lit<"    ">, range_name, range_index, one<':'>, range_start, one<'-'>, range_end,
                             opt<unknown_tail>, line_end> {};
struct live_range_rows : star<live_range_row> {};
struct live_ranges      : seq<ranges_head, live_range_rows> {};

struct peak_moment      : seq<decimal> {};
struct peak_head        : seq<lit<"  Live ranges at ">, peak_moment, lit<" (peak):\n">> {};
struct peak_name        : seq<name> {};
struct peak_index       : seq<index> {};
struct peak_bytes       : seq<decimal> {};
struct peak_cumulative  : seq<decimal> {};
struct cumulative_tail  : seq<lit<" (cumulative: ">, peak_cumulative, lit<" bytes)">> {};
struct peak_row_bare    : seq<lit<": ">, peak_bytes, lit<" bytes">> {};            // D8 to D14
struct peak_row_indexed : seq<peak_index, lit<": ">, peak_bytes, lit<" bytes">, opt<cumulative_tail>> {}; // D15; D16+
struct known_peak_tail  : lit<" (cumulative"> {};
struct peak_row         : seq<lit<"    ">, peak_name, sor<peak_row_bare, peak_row_indexed>,
                             opt<not_at<known_peak_tail>, unknown_tail>, line_end> {};
struct peak_rows : star<peak_row> {};
struct peak             : seq<peak_head, peak_rows, opt<stack_trace>> {};

struct unbounded_peak   : lit<"  Peak memory could not be determined due to unbounded dynamic shape.\n"> {};

struct moments_head     : lit<"  Live ranges at every moment:\n"> {};
struct moment           : seq<decimal> {};
struct moment_bytes     : seq<integer> {};
struct moment_name      : seq<name> {};
struct moment_names     : opt<list<moment_name, one<','>>> {};
struct moment_row       : seq<lit<"    ">, moment, lit<", ">, moment_bytes, lit<" bytes: ">, moment_names, line_end> {};
struct moment_rows : star<moment_row> {};
struct every_moment     : seq<moments_head, moment_rows> {};                  // D7

struct live_range_lists : seq<sequence, live_ranges, sor<peak, unbounded_peak>> {};
struct lone_range_lists : seq<sequence, live_ranges, opt<sor<peak, unbounded_peak>>> {}; // without a peak in logs until D8
struct moments_lists    : seq<sequence, live_ranges, every_moment> {};
struct live_range_not_available : lit<"HloLiveRange not available (finalized or constructed from proto)"> {}; // D20+
// clang-format on

} // namespace ballast::grammar
