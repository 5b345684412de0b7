// The log of the GPU allocator after it ran out of memory: its bins, and each chunk of its memory.
//
//     BFCAllocator dump for GPU_0_bfc
//     Bin (256): ⇥Total Chunks: 85, Chunks in use: 85. 21.2KiB allocated for chunks. 21.2KiB in use in bin. 2.7KiB …
//     Bin for 120.12MiB was 64.00MiB, Chunk State:
//     Next region of size 40231108608
//     InUse at 7f2e72000000 of size 256 next 1
//     InUse at 7f2e72000100 of size 1280 allocation_annotation xla.execute{executable=jit_step, device=7} next 2
//          Summary of in-use Chunks by size:
//     85 Chunks of size 256 totalling 21.2KiB
//     Sum Total of in-use chunks: 21.2KiB
//     Total bytes in pool: 40231108608 memory_limit_: 40231108608 available bytes: 0 curr_region_allocation_bytes_: 1
//     Stats:
//     Limit:                     40231108608
//
// Each line is a record of the log, except that the counters at the end are one record. Annotations: 2026-06-18+.
#pragma once

#include "grammar/lexical.hpp"

namespace ballast::grammar {

// clang-format off
struct word_in_summary_bytes { static constexpr byte_set bytes = byte_set{"\x21\x7e"} - byte_set{"(())"}; };
struct summarized_allocator  : run<word_in_summary_bytes> {};

// --- chunks by size --------------------------------------------------------------------------------------------------

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
struct free_chunk_line       : seq<at<lit<"  Size: ">>, free_chunk, line_end> {};
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
struct unused_chunk          : lit<"Free "> {};
struct chunk_address         : run<lower_hex_bytes> {};
struct chunk_size            : seq<decimal> {};
struct next_chunk            : seq<decimal> {};
struct chunk_freed_at        : seq<decimal> {};
struct chunk_line            : seq<sor<used_chunk, unused_chunk>, lit<" at ">, chunk_address, lit<" of size ">, chunk_size,
                                   opt<chunk_annotation>, lit<" next ">, next_chunk,
                                   opt<lit<" freed_at_count ">, chunk_freed_at>, line_end> {};
struct chunk_lines           : star<chunk_line> {};
struct region_size           : seq<decimal> {};
struct memory_region         : seq<lit<"Next region of size ">, region_size, line_end, chunk_lines> {};
struct memory_regions        : star<memory_region> {};

// --- sums ------------------------------------------------------------------------------------------------------------

struct class_chunks          : seq<decimal> {};
struct class_size            : seq<decimal> {};
struct class_total           : seq<human_size> {};
struct chunk_class           : seq<class_chunks, lit<" Chunks of size ">, class_size, lit<" totalling ">, class_total, line_end> {};
struct chunk_classes         : star<chunk_class> {};
struct used_total            : seq<human_size> {};
struct pool_bytes            : seq<decimal> {};
struct pool_limit            : seq<decimal> {};
struct pool_available        : seq<integer> {};
struct next_region_bytes     : seq<decimal> {};
struct counted_limit         : right_aligned<20, integer> {};
struct counted_in_use        : right_aligned<20, integer> {};
struct counted_peak          : right_aligned<20, integer> {};
struct counted_allocations   : right_aligned<20, integer> {};
struct counted_largest       : right_aligned<20, integer> {};
struct counted_reserved      : right_aligned<20, integer> {};
struct counted_peak_reserved : right_aligned<20, integer> {};
struct counted_free_block    : right_aligned<20, integer> {};
struct allocator_counters    : seq<lit<"Stats: \nLimit:            ">, counted_limit, lit<"\nInUse:            ">, counted_in_use,
                                   lit<"\nMaxInUse:         ">, counted_peak, lit<"\nNumAllocs:        ">, counted_allocations,
                                   lit<"\nMaxAllocSize:     ">, counted_largest, lit<"\nReserved:         ">, counted_reserved,
                                   lit<"\nPeakReserved:     ">, counted_peak_reserved, lit<"\nLargestFreeBlock: ">,
                                   counted_free_block, line_end> {};

struct allocator_summary     : seq<lit<"BFCAllocator dump for ">, summarized_allocator, line_end, chunk_bins, lit<"Bin for ">,
                                   wanted_size, lit<" was ">, wanted_bin, lit<", Chunk State: \n">, free_chunks, memory_regions,
                                   lit<"     Summary of in-use Chunks by size: \n">, chunk_classes,
                                   lit<"Sum Total of in-use chunks: ">, used_total, lit<"\nTotal bytes in pool: ">, pool_bytes,
                                   lit<" memory_limit_: ">, pool_limit, lit<" available bytes: ">, pool_available,
                                   lit<" curr_region_allocation_bytes_: ">, next_region_bytes, line_end, allocator_counters> {};
// clang-format on

} // namespace ballast::grammar
