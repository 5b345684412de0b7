// Whole files and their records.
//
//     D0 to D3    allocations
//     D4 to D6b   allocations, the total (D5+), used values
//     D8 to D18   the same, and the live range after two empty lines
//     D19+        three files: allocations; total and used values, after an empty line; live range
//     2024-10-04+ the memory-usage report, in a file of its own
//
// Out-of-memory reports, other messages about memory, statistics, buffer tables, the reports of the TPU compiler, and
// module texts are separate texts.
//
// With --xla_dump_to=- each file is between two frame lines, with an additional line feed after the content.
//
// A record is the smallest text that can be read without its context. The order of records is a regular language: every
// rule between `dump` and a record is a sequence, a choice, an option or a repetition, and the next record decides
// which one applies. The reader is derived from these rules.
#pragma once

#include "grammar/allocation.hpp"
#include "grammar/allocation_statistics.hpp"
#include "grammar/buffer_info.hpp"
#include "grammar/live_range.hpp"
#include "grammar/memory_message.hpp"
#include "grammar/module_text.hpp"
#include "grammar/oom_report.hpp"
#include "grammar/total.hpp"
#include "grammar/tpu_report.hpp"
#include "grammar/tpu_usage.hpp"
#include "grammar/usage_report.hpp"
#include "grammar/value.hpp"

namespace ballast::grammar {

// clang-format off
struct used_values_head   : seq<line_end, lit<"Used values:\n">> {};

struct moments_range_head : seq<live_range_head> {};
struct moments_section    : seq<moments_range_head, moments_lists> {};             // D7
struct combined_total     : seq<total_line> {};                                    // D5+
struct combined_values_head : seq<used_values_head> {};
struct combined_range_head : seq<line_end, line_end, live_range_head> {};          // D8 to D18
struct combined_live_range : seq<combined_range_head, live_range_lists> {};
struct total_section      : seq<combined_total, opt<moments_section>> {};
struct combined_rest      : seq<opt<total_section>, combined_values_head, used_values, opt<combined_live_range>> {};

struct assignment_head    : lit<"BufferAssignment:\n"> {};
struct assignment_file    : seq<assignment_head, allocations, opt<combined_rest>> {};
struct values_total       : seq<total_line> {};                                    // D19+
struct values_file        : seq<values_total, used_values_head, used_values> {};
struct lone_range_head    : seq<live_range_head> {};                               // D19+
struct live_range_file    : sor<seq<lone_range_head, lone_range_lists>, live_range_not_available> {};
struct usage_report       : sor<program_usage, space_usages> {};                   // 2024-10-04+
struct content            : sor<assignment_file, values_file, live_range_file, usage_report> {};

struct frame_name_bytes   { static constexpr byte_set bytes = byte_set{"\x21\x7e"}; };
struct frame_text         : seq<run<frame_name_bytes>, star<not_at<lit<" ***\n">>, sor<blank, run<frame_name_bytes>, multibyte>>> {};
struct frame_name         : seq<frame_text> {};
struct frame_end_name     : seq<frame_text> {};
struct frame_first        : seq<lit<"*** Begin ">, frame_name, lit<" ***\n">> {};
struct frame_last         : seq<lit<"\n*** End ">, frame_end_name, lit<" ***\n">> {};
struct framed             : seq<frame_first, content, frame_last> {};
struct dump               : seq<sor<content, framed, oom_report, allocation_statistics, buffer_info, module_text,
                                 tpu_report, tpu_usage, memory_message>, eof> {};

// --- records ---------------------------------------------------------------------------------------------------------

template <typename... Rules>
struct record_list {
    static constexpr std::size_t size = sizeof...(Rules);
};
using records = record_list<frame_first, assignment_head, allocation_line, value_line, reused_head, reused_value,
                            combined_total, values_total, combined_values_head, used_values_head, used_value,
                            combined_range_head, moments_range_head, lone_range_head, sequence_head, sequence_row,
                            ranges_head, live_range_row, peak_head, peak_row, unbounded_peak, stack_trace_head,
                            stack_row, moments_head, moment_row, live_range_not_available, program_usage_head,
                            ranked_allocation, ranked_rest, listed_head, listed_allocation, listed_table_head,
                            listed_row, listed_rest, usage_table_end, trimmed_end, space_head, space_table_head,
                            space_row, space_rest, space_table_end, space_end, oom_head, allocation_statistics, oom_gap,
                            contains_head, contained_comma, peak_buffers_head, peak_buffer, info_head, info_row,
                            module_head, file_names_head, file_name_row, function_names_head, function_name_row,
                            file_locations_head, file_location_row, stack_frames_head, stack_frame_row, tables_end,
                            computations_begin, computation_head, text_instruction, computation_end,
                            tpu_report, tpu_usage, memory_message, frame_last, eof>;
// clang-format on

} // namespace ballast::grammar
