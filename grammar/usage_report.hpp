// The memory-usage report, a separate file beside the dump (2024-10-04+).
//
//     Total bytes used: 5888 (5.8KiB)
//
//     Allocations sorted by size:
//
//     cumulative_size; total_size - cumulative_size; allocation
//     ------------------------------------------------------------------------------
//         4.0KiB( 70%);     1.8KiB; allocation 0: size 4.0KiB, parameter 0, shape |f32[1024]| at ShapeIndex {}:
//         5.8KiB(100%);         0B; allocation 2: size 1.8KiB, preallocated-temp:
//
//
//     Allocations sorted by size with their values:
//     allocation 0: size 4.0KiB, parameter 0, shape |f32[1024]| at ShapeIndex {}:
//     allocation 2: size 1.8KiB, preallocated-temp:
//
//     ⇥cumulative_size;       size;       offset; used_by_n_values; shapes_list
//     ⇥------------------------------------------------------------
//     ⇥   1.2KiB( 71%);     1.2KiB;            0;                3; s8[512], 2×f32[320]
//     ⇥   1.8KiB(100%);       512B;         1280;                1; f32[128]
//
// An allocation with one value has no table. Since 2026-03-10 the report only has the tables, sorted by memory space,
// with two blanks instead of the tab. A row is about all values at one offset. Columns are right-aligned, so the blanks
// follow from their contents. A list of more than fifty rows ends with a line about the others.
//
// A table ends with an empty line, a memory space with another one. In a repository that trims files, all empty lines
// at the end of the text are missing.
#pragma once

#include "grammar/allocation.hpp"

namespace ballast::grammar {

// clang-format off

// --- columns ---------------------------------------------------------------------------------------------------------

struct percent_number      : seq<decimal> {};
struct minus_nan           : lit<"-nan"> {};                                       // 0 of 0 on x86-64
struct plus_nan            : lit<"nan"> {};                                        // 0 of 0 elsewhere
struct percent             : sor<percent_number, minus_nan, plus_nan> {};
struct percent_column      : right_aligned<3, percent> {};
struct share               : seq<one<'('>, percent_column, lit<"%); ">> {};
struct rest_count          : seq<decimal> {};

// --- the rows of a table ---------------------------------------------------------------------------------------------

struct shape_count         : seq<not_at<lit<"1×">>, positive> {};
struct times               : lit<"×"> {};
struct usage_shape         : seq<plain_shape> {};
struct counted_shape       : seq<opt<shape_count, times>, usage_shape> {};
struct counted_shapes      : list<counted_shape, lit<", ">> {};

struct row_cumulative      : seq<human_size> {};
struct row_cumulative_column : right_aligned<9, row_cumulative> {};
struct row_size            : seq<human_size> {};
struct row_size_column     : right_aligned<10, row_size> {};
struct row_offset          : seq<decimal> {};
struct row_offset_column   : right_aligned<12, row_offset> {};
struct row_values          : seq<decimal> {};
struct row_values_column   : right_aligned<16, row_values> {};
struct usage_row           : seq<row_cumulative_column, share, row_size_column, lit<"; ">, row_offset_column, lit<"; ">,
                                 row_values_column, lit<"; ">, counted_shapes, line_end> {};
struct usage_rest          : seq<lit<"The rest ">, rest_count,
                                 lit<" values are less than 5% of the total size and not shown.\n">> {};
struct usage_table_end     : seq<line_end> {};
struct trimmed_end         : seq<eof> {};                                          // instead of the empty lines

// --- allocations -----------------------------------------------------------------------------------------------------

struct report_number       : seq<decimal> {};
struct report_size         : seq<human_size> {};
struct report_parameter    : seq<lit<", parameter ">, parameter_item_number, parameter_with_shape> {};
struct report_items        : seq<unknown_head_items, opt<color_item, unknown_head_items>,
                                 opt<report_parameter, unknown_head_items>, opt<output_shape_item, unknown_head_items>,
                                 opt<constant_item, unknown_head_items>, opt<thread_local_item, unknown_head_items>,
                                 opt<maybe_live_out_item, unknown_head_items>,
                                 opt<preallocated_temp_item, unknown_head_items>> {};
struct report_head         : seq<lit<"allocation ">, report_number, lit<": size ">, report_size, report_items,
                                 head_close> {};

// --- the whole program: 2024-10-04 to 2026-03-10 ---------------------------------------------------------------------

struct usage_bytes         : seq<decimal> {};
struct usage_human         : seq<human_size> {};
struct usage_total         : seq<usage_bytes, lit<" (">, usage_human, lit<")\n">> {};
struct program_usage_head  : seq<lit<"Total bytes used: ">, usage_total,
                                 lit<"\nAllocations sorted by size:\n\n"
                                     "cumulative_size; total_size - cumulative_size; allocation\n"
                                     "------------------------------------------------------------------------------\n">> {};
struct ranked_cumulative   : seq<human_size> {};
struct ranked_cumulative_column : right_aligned<10, ranked_cumulative> {};
struct ranked_remaining    : seq<human_size> {};
struct ranked_remaining_column : right_aligned<10, ranked_remaining> {};
struct ranked_allocation   : seq<ranked_cumulative_column, share, ranked_remaining_column, lit<"; ">, report_head,
                                 line_end> {};
struct ranked_allocations  : star<ranked_allocation> {};
struct ranked_rest         : seq<lit<"The rest ">, rest_count,
                                 lit<" allocations are less than 5% of the total size and not shown.\n">> {};
struct listed_head         : lit<"\n\nAllocations sorted by size with their values:\n"> {};
struct listed_allocation   : seq<report_head, line_end> {};

struct listed_table_head   : lit<"\n\tcumulative_size;       size;       offset; used_by_n_values; shapes_list\n"
                                 "\t------------------------------------------------------------\n"> {};
struct listed_row          : seq<one<'\t'>, usage_row> {};
struct listed_rows         : star<listed_row> {};
struct listed_rest         : seq<one<'\t'>, usage_rest> {};
struct listed_table        : seq<listed_table_head, listed_rows, opt<listed_rest>, sor<usage_table_end, trimmed_end>> {};
struct listed              : seq<listed_allocation, opt<listed_table>> {};
struct listed_allocations  : star<listed> {};
struct program_usage       : seq<program_usage_head, ranked_allocations, opt<ranked_rest>, listed_head,
                                 listed_allocations> {};

// --- by memory space: since 2026-03-10 -------------------------------------------------------------------------------

struct named_space         : sor<lit<"default (color=0)">, lit<"vmem (color=1)">, lit<"smem (color=2)">,
                                 lit<"hbm (color=3)">, lit<"host (color=4)">, lit<"cmem (color=5)">> {};
struct space_number        : seq<decimal> {};
struct space_color         : seq<decimal> {};
struct numbered_space      : seq<lit<"color_">, space_number, lit<" (color=">, space_color, one<')'>> {};
struct space_head          : seq<lit<"Memory Space: ">, sor<named_space, numbered_space>, lit<"\nTotal bytes: ">,
                                 usage_total> {};
struct space_table_head    : lit<"  cumulative_size;       size;       offset; used_by_n_values; shapes_list\n"
                                 "  ------------------------------------------------------------\n"> {};
struct space_row           : seq<lit<"  ">, usage_row> {};
struct space_rows          : star<space_row> {};
struct space_rest          : seq<lit<"  ">, usage_rest> {};
struct space_table_end     : seq<line_end, not_at<eof>> {};
struct space_table         : seq<space_table_head, space_rows, opt<space_rest>, sor<space_table_end, trimmed_end>> {};
struct space_tables        : plus<space_table> {};
struct space_end           : seq<line_end> {};
struct space_usage         : seq<space_head, space_tables, sor<space_end, trimmed_end>> {};
struct space_usages        : plus<space_usage> {};
// clang-format on

} // namespace ballast::grammar
