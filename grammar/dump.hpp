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
#include "grammar/value.hpp"

namespace ballast::grammar {

// clang-format off
struct total_bytes        : seq<decimal> {};
struct total_human        : seq<human_size> {};
struct total_human_item   : seq<lit<" (">, total_human, one<')'>> {};              // D9+
struct total              : seq<lit<"Total bytes used: ">, total_bytes, opt<total_human_item>> {};

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

// Lines that can be held against the grammar one by one.
struct allocation_case    : seq<allocation_head> {};
struct value_case         : sor<value_line_v4, seq<lit<"  ">, value_line_v1>, value_name> {};
// A value may stand with its key or without.
template <fixed_text Key>
struct key_of_value       : lit<Key> {};
template <fixed_text Key, typename Value>
struct keyed_case         : seq<opt<key_of_value<Key>>, Value> {};
struct metadata_case      : keyed_case<"metadata=", metadata> {};
struct sharding_case      : keyed_case<"sharding=", sharding> {};
struct replica_groups_case : keyed_case<"replica_groups=", replica_groups> {};
struct frontend_case      : keyed_case<"frontend_attributes=", frontend_attributes> {};
struct window_case        : keyed_case<"window=", window> {};
struct origin_case        : keyed_case<"origin=", origin> {};
struct domain_case        : keyed_case<"domain=", domain> {};
struct accuracy_case      : keyed_case<"result_accuracy=", result_accuracy> {};
struct statistics_case    : keyed_case<"statistics=", statistics> {};
struct aliases_case       : keyed_case<"output_to_operand_aliasing=", aliases> {};
// clang-format on

} // namespace ballast::grammar
