// Whole files.
//
//     D0 to D3    allocations
//     D4 to D6b   allocations, the total (D5+), used values
//     D8 to D18   the same, and the live range behind two empty lines
//     D19+        three files: allocations; total and used values, behind an empty line; live range
//
// With --xla_dump_to=- each file stands in a frame of two lines, with a line feed of its own behind the content.
#pragma once

#include "grammar/allocation.hpp"
#include "grammar/live_range.hpp"
#include "grammar/total.hpp"
#include "grammar/value.hpp"

namespace ballast::grammar {

// clang-format off
struct used_values_head   : lit<"Used values:\n"> {};
struct moments_section    : seq<moments_live_range> {};                            // D7
struct total_section      : seq<total, line_end, opt<moments_section>, line_end> {}; // D5+
struct combined_live_range : seq<line_end, line_end, live_range> {};               // D8 to D18
struct combined_rest      : seq<line_end, opt<total_section>, used_values_head, used_values, opt<combined_live_range>> {};

struct assignment_head    : lit<"BufferAssignment:\n"> {};
struct assignment_file    : seq<assignment_head, allocations, opt<combined_rest>> {};
struct values_file        : seq<line_end, total, line_end, line_end, used_values_head, used_values> {}; // D19+
struct live_range_file    : sor<live_range, live_range_not_available> {};          // D19+
struct content            : sor<assignment_file, values_file, live_range_file> {};

struct frame_name_bytes   { static constexpr byte_set bytes = byte_set{"\x21\x7e"}; };
struct frame_text         : seq<run<frame_name_bytes>, star<not_at<lit<" ***\n">>, sor<blank, run<frame_name_bytes>, multibyte>>> {};
struct frame_name         : seq<frame_text> {};
struct frame_end_name     : seq<frame_text> {};
struct frame_first        : seq<lit<"*** Begin ">, frame_name, lit<" ***\n">> {};
struct frame_last         : seq<lit<"\n*** End ">, frame_end_name, lit<" ***\n">> {};
struct framed             : seq<frame_first, content, frame_last> {};
struct dump               : seq<sor<framed, content>, eof> {};
// clang-format on

} // namespace ballast::grammar
