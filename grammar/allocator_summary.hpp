// The log of the BFC allocator after it ran out of memory: its bins, each chunk of its memory, sums, counters, and a
// picture.
//
//     BFCAllocator dump for GPU_0_bfc
//     Bin (256): ⇥Total Chunks: 85, Chunks in use: 85. 21.2KiB allocated for chunks. 21.2KiB in use in bin. 2.7KiB …
//     Bin for 120.12MiB was 64.00MiB, Chunk State:
//     Next region of size 40231108608
//     InUse at 7f2e72000000 of size 256 next 1
//     InUse at 7f2e72000100 of size 1280 tag lower allocation_annotation xla.execute{executable=jit_step} next 2
//          Summary of in-use Chunks by size:
//     85 Chunks of size 256 totalling 21.2KiB
//     Sum Total of in-use chunks: 21.2KiB
//     Total bytes in pool: 40231108608 memory_limit_: 40231108608 available bytes: 0 curr_region_allocation_bytes_: 1
//     Stats:
//     Limit:                     40231108608
//     …
//     ****************************************************************************************************
//
// Each line is a record of the log, except that the counters at the end are one record, which ends with an empty line.
// The allocator is part of TensorFlow, of TSL and of XLA; `F1` to `F6` are its forms, of 2019 to today.
#pragma once

#include "grammar/lexical.hpp"

namespace ballast::grammar {

// clang-format off
struct word_in_summary_bytes { static constexpr byte_set bytes = byte_set{"\x21\x7e"} - byte_set{"(())"}; };
struct summarized_allocator  : run<word_in_summary_bytes> {};

// --- chunks by size --------------------------------------------------------------------------------------------------

struct named_summary         : seq<lit<"BFCAllocator dump for ">, summarized_allocator, line_end> {};       // F3+
struct bin_size              : seq<decimal> {};
struct bin_chunks            : seq<decimal> {};
struct bin_used_chunks       : seq<decimal> {};
struct bin_bytes             : seq<human_size> {};
struct bin_used_bytes        : seq<human_size> {};
struct bin_asked_bytes       : seq<human_size> {};
struct chunk_bin             : seq<lit<"Bin (">, bin_size, lit<"): \tTotal Chunks: ">, bin_chunks, lit<", Chunks in use: ">,
                                   bin_used_chunks, lit<". ">, bin_bytes, lit<" allocated for chunks. ">, bin_used_bytes,
                                   lit<" in use in bin. ">, bin_asked_bytes, lit<" client-requested in use in bin.\n">> {};
struct chunk_bins            : star<chunk_bin> {};
struct wanted_size           : seq<human_size> {};
struct wanted_bin            : seq<human_size> {};
struct free_chunk_bytes      { static constexpr byte_set bytes{"\x20\x7e"}; };
struct free_chunk            : run<free_chunk_bytes> {};
struct free_chunk_line       : seq<lit<"  Size: ">, free_chunk, line_end> {};
struct free_chunks           : star<free_chunk_line> {};

// --- chunks by address -----------------------------------------------------------------------------------------------

struct annotation_bytes           { static constexpr byte_set bytes = byte_set{"\x21\x7e"} - byte_set{",,{{}}==//"}; };
struct annotation_name            : run<annotation_bytes> {};
struct annotation_key             : run<annotation_bytes> {};
struct annotation_value           : run<annotation_bytes> {};
struct annotation_argument        : seq<annotation_key, one<'='>, annotation_value> {};
struct annotation_arguments       : list<annotation_argument, lit<", ">> {};
struct annotation_frame      : seq<annotation_name, opt<one<'{'>, annotation_arguments, one<'}'>>> {};
struct annotation_frames     : list<annotation_frame, lit<" / ">> {};
struct chunk_annotation      : seq<lit<" allocation_annotation ">, annotation_frames> {};     // 2026-06-18+

struct used_chunk            : lit<"InUse"> {};
struct early_used_chunk      : lit<"Chunk"> {};
struct unused_chunk          : lit<"Free "> {};
struct chunk_address         : run<lower_hex_bytes> {};
struct chunk_size            : seq<decimal> {};
struct next_chunk            : seq<decimal> {};
struct chunk_freed_at        : seq<decimal> {};
struct chunk_word_bytes      { static constexpr byte_set bytes{"\x21\x7e"}; };
struct chunk_operation       : run<chunk_word_bytes> {};
struct chunk_actions         : seq<decimal> {};
struct chunk_step            : seq<decimal> {};
struct chunk_user            : seq<lit<" by op ">, chunk_operation, lit<" action_count ">, chunk_actions, lit<" step ">, chunk_step> {};
struct chunk_tag             : run<chunk_word_bytes> {};
struct tagged_chunk          : seq<lit<" tag ">, chunk_tag> {};                                             // F6
struct chunk_alone           : seq<sor<early_used_chunk, unused_chunk>, lit<" at 0x">, chunk_address, lit<" of size ">,
                                   chunk_size> {};                                                          // F1
struct chunk_with_next       : seq<sor<used_chunk, unused_chunk>, lit<" at 0x">, chunk_address, lit<" next ">, next_chunk,
                                   lit<" of size ">, chunk_size> {};                                        // F2
struct chunk_of_list         : seq<sor<used_chunk, unused_chunk>, lit<" at ">, not_at<lit<"0x">>, chunk_address,
                                   lit<" of size ">, chunk_size, opt<chunk_user>, opt<tagged_chunk>, opt<chunk_annotation>,
                                   lit<" next ">, next_chunk, opt<lit<" freed_at_count ">, chunk_freed_at>> {}; // F3+
struct chunk_line            : seq<sor<chunk_of_list, chunk_with_next, chunk_alone>, line_end> {};
struct chunk_lines           : star<chunk_line> {};
struct chunks_of_no_region   : star<chunk_line> {};                                                         // F1
struct region_size           : seq<decimal> {};
struct memory_region         : seq<lit<"Next region of size ">, region_size, line_end, chunk_lines> {};     // F2+
struct memory_regions        : star<memory_region> {};

// --- sums ------------------------------------------------------------------------------------------------------------

struct class_chunks          : seq<decimal> {};
struct class_size            : seq<decimal> {};
struct class_total           : seq<human_size> {};
struct chunk_class           : seq<class_chunks, lit<" Chunks of size ">, class_size, lit<" totalling ">, class_total, line_end> {};
struct chunk_classes         : star<chunk_class> {};
struct used_total            : seq<human_size> {};

struct early_pool            : lit<"total_region_allocated_bytes_: "> {};                                   // F2 to F4
struct pool_bytes            : seq<decimal> {};
struct pool_limit            : seq<decimal> {};
struct pool_available        : seq<integer> {};
struct next_region_bytes     : seq<decimal> {};
struct pool_in_bytes         : seq<sor<early_pool, lit<"Total bytes in pool: ">>, pool_bytes, lit<" memory_limit_: ">, pool_limit,
                                   lit<" available bytes: ">, pool_available, lit<" curr_region_allocation_bytes_: ">,
                                   next_region_bytes, line_end> {};                                         // F2 to F4
struct pool_size             : seq<human_size> {};
struct pool_size_limit       : seq<human_size> {};
struct pool_size_available   : seq<human_size> {};
struct next_region_size      : seq<human_size> {};
struct pool_in_sizes         : seq<lit<"Total size in pool: ">, pool_size, lit<" memory_limit_: ">, pool_size_limit,
                                   lit<" available size: ">, pool_size_available, lit<" curr_region_allocation_bytes_: ">,
                                   next_region_size, line_end> {};                                          // F5
struct account_request       : seq<human_size> {};
struct account_free          : seq<human_size> {};
struct upper_end_usable      : lit<"upper"> {};
struct account_largest       : seq<human_size> {};
struct account_unallocated   : seq<human_size> {};
struct account_size          : seq<human_size> {};
struct account_limit         : seq<human_size> {};
struct account_next_region   : seq<human_size> {};
struct upper_end_partitioned : lit<"upper"> {};
struct central_gap           : seq<human_size> {};
struct largest_of_end        : seq<human_size> {};
struct largest_of_ends       : seq<human_size> {};
struct partition_account     : seq<lit<"Spatial partitioning summary for ">, sor<lit<"lower">, upper_end_partitioned>,
                                   lit<" end: central gap ">,
                                   central_gap, lit<", largest same-end binned free chunk ">, largest_of_end,
                                   lit<", largest binned free chunk from any end ">, largest_of_ends,
                                   lit<". The central gap is shared by lower/upper allocations and is not inserted into a bin.\n">> {};
struct no_growth             : lit<"(growth disabled; fixed-size pool; not an attempted allocation)"> {};
struct region_growth         : seq<lit<"Allocator region growth hint: next region allocation target ">, account_next_region, blank,
                                   sor<lit<"(growth enabled)">, no_growth>, lit<".\n">> {};
struct pool_account          : seq<lit<"Allocator memory summary: rounded request ">, account_request, lit<", total free in pool ">,
                                   account_free, lit<", largest free chunk usable by ">, sor<lit<"lower">, upper_end_usable>,
                                   lit<" end ">, account_largest, lit<", unallocated bytes ">, account_unallocated,
                                   lit<", pool size ">, account_size, lit<", pool limit ">, account_limit, line_end,
                                   opt<partition_account>, region_growth> {};                               // F6
struct pool_line             : sor<pool_in_bytes, pool_in_sizes, pool_account> {};

// --- counters --------------------------------------------------------------------------------------------------------

struct counted_limit         : seq<integer> {};
struct counted_limit_column  : right_aligned<20, counted_limit> {};
struct counted_in_use        : seq<integer> {};
struct counted_in_use_column : right_aligned<20, counted_in_use> {};
struct counted_peak          : seq<integer> {};
struct counted_peak_column   : right_aligned<20, counted_peak> {};
struct counted_allocations   : seq<integer> {};
struct counted_allocations_column: right_aligned<20, counted_allocations> {};
struct counted_largest       : seq<integer> {};
struct counted_largest_column: right_aligned<20, counted_largest> {};
struct counted_reserved      : seq<integer> {};
struct counted_reserved_column: right_aligned<20, counted_reserved> {};
struct counted_peak_reserved : seq<integer> {};
struct counted_peak_reserved_column: right_aligned<20, counted_peak_reserved> {};
struct counted_free_block    : seq<integer> {};
struct counted_free_block_column: right_aligned<20, counted_free_block> {};
struct reserved_counters     : seq<lit<"\nReserved:         ">, counted_reserved_column, lit<"\nPeakReserved:     ">,
                                   counted_peak_reserved_column, lit<"\nLargestFreeBlock: ">, counted_free_block_column> {};
struct early_counters        : seq<lit<"Limit:        ">, counted_limit_column, lit<"\nInUse:        ">, counted_in_use_column,
                                   lit<"\nMaxInUse:     ">, counted_peak_column, lit<"\nNumAllocs:    ">, counted_allocations_column,
                                   lit<"\nMaxAllocSize: ">, counted_largest_column> {};                            // F1 to F3
struct allocator_counters    : seq<lit<"Limit:            ">, counted_limit_column, lit<"\nInUse:            ">, counted_in_use_column,
                                   lit<"\nMaxInUse:         ">, counted_peak_column, lit<"\nNumAllocs:        ">, counted_allocations_column,
                                   lit<"\nMaxAllocSize:     ">, counted_largest_column, reserved_counters> {};     // F4
struct sized_limit           : seq<human_size> {};
struct sized_limit_column    : right_aligned<20, sized_limit> {};
struct sized_in_use          : seq<human_size> {};
struct sized_in_use_column   : right_aligned<20, sized_in_use> {};
struct sized_allocations     : seq<integer> {};
struct sized_allocations_column: right_aligned<20, sized_allocations> {};
struct sized_peak            : seq<human_size> {};
struct sized_peak_column     : right_aligned<20, sized_peak> {};
struct sized_largest         : seq<human_size> {};
struct sized_largest_column  : right_aligned<20, sized_largest> {};
struct sized_reserved        : seq<human_size> {};
struct sized_reserved_column : right_aligned<20, sized_reserved> {};
struct sized_peak_reserved   : seq<human_size> {};
struct sized_peak_reserved_column: right_aligned<20, sized_peak_reserved> {};
struct sized_peak_allocated  : seq<human_size> {};
struct sized_peak_allocated_column: right_aligned<20, sized_peak_allocated> {};
struct sized_free_block      : seq<human_size> {};
struct sized_free_block_column: right_aligned<20, sized_free_block> {};
struct peak_allocated        : seq<lit<"\nPeakAllocated:        ">, sized_peak_allocated_column> {};                // F6
struct sized_counters        : seq<lit<"Limit:            ">, sized_limit_column, lit<"\nInUse:            ">, sized_in_use_column,
                                   lit<"\nMaxInUse:         ">, sized_peak_column, lit<"\nNumAllocs:        ">, sized_allocations_column,
                                   lit<"\nMaxAllocSize:     ">, sized_largest_column, lit<"\nReserved:         ">, sized_reserved_column,
                                   lit<"\nPeakReserved:     ">, sized_peak_reserved_column, opt<peak_allocated>,
                                   lit<"\nLargestFreeBlock: ">, sized_free_block_column> {};                       // F5+

// Used, unused and free memory in the order of addresses.
struct picture_bytes         { static constexpr byte_set bytes{"**xx__"}; };
struct memory_picture        : sor<run<picture_bytes>, lit<"<allocator contains no memory>">> {};

// Until 2019 the summary begins with the bins.
struct allocator_summary     : seq<sor<named_summary, at<lit<"Bin (">>>, chunk_bins, lit<"Bin for ">, wanted_size, lit<" was ">,
                                   wanted_bin, lit<", Chunk State: \n">, free_chunks, chunks_of_no_region, memory_regions,
                                   lit<"     Summary of in-use Chunks by size: \n">, chunk_classes,
                                   lit<"Sum Total of in-use chunks: ">, used_total, line_end, opt<pool_line>, lit<"Stats: \n">,
                                   sor<allocator_counters, sized_counters, early_counters>, lit<"\n\n">,
                                   opt<memory_picture>> {};
// clang-format on

} // namespace ballast::grammar
