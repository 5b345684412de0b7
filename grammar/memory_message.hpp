// Short messages about memory, most of them on one line: errors, or lines of a log.
//
//     RESOURCE_EXHAUSTED: Error allocating device buffer: Attempting to allocate 8.00M. That was not possible. …
//     RESOURCE_EXHAUSTED: Out of memory while trying to allocate 1.95GiB with allocator GPU_0_bfc on device 0.
//     Can't reduce memory use below 378.5KiB (387564 bytes) by rematerialization; only reduced to …
//     CompiledMemoryStats(generated_code_size_in_bytes=2856, argument_size_in_bytes=0, …)
//
// A line of a log ends with a line feed, the message of an exception does not.
#pragma once

#include "grammar/allocator_summary.hpp"
#include "grammar/status.hpp"

namespace ballast::grammar {

// clang-format off
struct sign_and_size       : sor<seq<one<'-'>, at<range<'1', '9'>>, human_size>, human_size> {};

// --- at run time, on a TPU -------------------------------------------------------------------------------------------

struct needed_bytes        : seq<short_size> {};
struct free_bytes          : seq<short_size> {};
struct reserved_bytes      : seq<short_size> {};
struct reservable_bytes    : seq<short_size> {};

struct place_x             : seq<decimal> {};
struct place_y             : seq<decimal> {};
struct place_z             : seq<decimal> {};
struct place_memory        : seq<decimal> {};
struct device_place        : seq<place_x, one<'x'>, place_y, one<'x'>, place_z, lit<"_HBM">, place_memory> {};
struct buffer_failure      : seq<lit<"Error allocating device buffer: Attempting to allocate ">, needed_bytes,
                                 lit<". That was not possible. There are ">, free_bytes, lit<" free.; (">, device_place,
                                 one<')'>> {};

// The table of 2020: right-aligned sizes, bytes with commas.
struct comma_group         : seq<one<','>, rep<3, range<'0', '9'>>> {};
struct comma_number        : sor<zero, seq<opt<one<'-'>>, range<'1', '9'>, rep_opt<2, range<'0', '9'>>, star<comma_group>>> {};
struct table_size          : sor<seq<one<'-'>, at<range<'1', '9'>>, short_size>, short_size> {};
struct table_size_column   : right_aligned<8, table_size> {};
struct table_bytes         : seq<comma_number> {};
struct table_bytes_column  : right_aligned<16, table_bytes> {};
struct table_row           : seq<table_size_column, lit<" (">, table_bytes_column, lit<" bytes)\n">> {};
struct top_reserved_row    : seq<table_row> {};
struct allocated_row       : seq<table_row> {};
struct requirement_row     : seq<table_row> {};
struct available_row       : seq<table_row> {};
struct table_capacity      : seq<short_size> {};
struct reservation_table   : seq<lit<"; \nHBM capacity ">, table_capacity, lit<":\n">,
                                 lit<"       Top-of-Memory reserved: ">, top_reserved_row,
                                 lit<"          Currently allocated: ">, allocated_row,
                                 lit<"          Program requirement: ">, requirement_row,
                                 lit<"                               ------------\n">,
                                 lit<"      Available after request: ">, available_row,
                                 lit<"; attempting reservation for program memory">> {};

struct loaded_name_bytes   { static constexpr byte_set bytes = byte_set{"\x20\x7e"} - byte_set{"''"}; };
struct loaded_name         : run<loaded_name_bytes> {};
struct program_load        : seq<lit<"Error loading program">, opt<lit<" '">, loaded_name, one<'\''>>, lit<": ">> {};
struct unknown_scope       : lit<" Scope: unknown.."> {};
struct reservation         : seq<lit<"Attempting to reserve ">, needed_bytes,
                                 lit<" at the bottom of memory. That was not possible. There are ">, free_bytes,
                                 lit<" free, ">, reserved_bytes, lit<" reserved, and ">, reservable_bytes,
                                 lit<" reservable.">, opt<sor<unknown_scope, reservation_table>>> {};
struct program_allocation  : seq<lit<"Attempting to allocate ">, needed_bytes,
                                 lit<". That was not possible. There are ">, free_bytes, lit<" free.">> {};
struct program_failure     : seq<opt<program_load>, sor<reservation, program_allocation>> {};

// --- at run time, elsewhere ------------------------------------------------------------------------------------------

struct host_memory         : lit<"host "> {};
struct amount_in_bytes     : seq<decimal> {};
struct exact_amount        : seq<amount_in_bytes, lit<" bytes">> {};               // until 2025-11-05
struct rounded_amount      : seq<human_size> {};                                   // 2025-11-05+
struct allocator_bytes     { static constexpr byte_set bytes = byte_set{"\x21\x7e"} - byte_set{"(())"}; };
struct allocator_name      : run<allocator_bytes> {};
struct allocator_device    : seq<decimal> {};
struct allocator_place     : seq<lit<" with allocator ">, allocator_name, lit<" on device ">, allocator_device> {};
struct host_note           : lit<" Please set the environment variable XLA_PJRT_GPU_HOST_MEMORY_LIMIT_GB to allocate larger "
                                 "host memory than the default 64 GB."> {};
struct allocation_failure  : seq<lit<"Out of ">, opt<host_memory>, lit<"memory while trying to allocate ">,
                                 sor<exact_amount, rounded_amount>, opt<allocator_place>, one<'.'>, opt<host_note>> {};

struct request_size        : seq<human_size> {};
struct request_bytes       : seq<decimal> {};
struct request_device      : seq<decimal> {};
struct request_failure     : seq<lit<"Failed to allocate request for ">, request_size, lit<" (">, request_bytes,
                                 lit<"B) on device ordinal ">, request_device> {};

struct cpu_bytes           : seq<decimal> {};
struct cpu_failure         : seq<lit<"Out of memory allocating ">, cpu_bytes, lit<" bytes.">> {};

// --- at compile time -------------------------------------------------------------------------------------------------

struct moved_tensor        : seq<name> {};
struct host_output         : seq<lit<"Tensor which is moved to host (starting from ">, moved_tensor,
                                 lit<") is returned from the entry computation but the layout for this output is not set to "
                                     "host memory.">> {};

struct check_path          : run<status_path_bytes> {};
struct check_line          : seq<decimal> {};
struct array_words         : seq<decimal> {};
struct checked_bytes       { static constexpr byte_set bytes = byte_set{"\x21\x7e"} - byte_set{"//"}; };
struct payload_follows     : seq<lit<" [">, status_key, lit<"='">> {};
struct checked_operation   : plus<sor<block_comment, run<checked_bytes>, seq<not_at<lit<"/*">>, one<'/'>>,
                                      seq<not_at<payload_follows>, blank>>> {};
struct array_overflow      : seq<lit<"RET_CHECK failure (">, check_path, one<':'>, check_line,
                                 lit<") allocation_size_words <= std::numeric_limits<int32_t>::max() ">, array_words, blank,
                                 checked_operation> {};

// --- in logs ---------------------------------------------------------------------------------------------------------

struct asked_size          : seq<human_size> {};
struct rounded_bytes       : seq<decimal> {};
struct lower_end           : lit<" from the lower end "> {};                      // 2026-06-15+
struct upper_end           : lit<" from the upper end "> {};
struct freed_count         : seq<decimal> {};
struct no_failure          : lit<" The caller indicates that this is not a failure, but this may mean that there could be performance "
                                 "gains if more memory were available."> {};
struct early_no_failure    : lit<" The caller indicates that this is not a failure, but may mean that there could be performance "
                                 "gains if more memory were available."> {};
struct allocator_retry     : seq<sor<seq<sor<lower_end, upper_end>, lit<"with freed_by_count=">>, lit<" with freed_by_count=">>,
                                 freed_count, one<'.'>,
                                 opt<sor<no_failure, early_no_failure>>> {};
struct asking_op_bytes     { static constexpr byte_set bytes{"\x20\x7e"}; };
struct asking_op           : opt<run<asking_op_bytes>> {};
struct fragmentation_hint  : lit<"\nIf the cause is memory fragmentation maybe the environment variable "
                                 "'TF_GPU_ALLOCATOR=cuda_malloc_async' will improve the situation. "> {};
struct later_hint          : lit<"\nIf this is caused by memory fragmentation, the environment variable "
                                 "'TF_GPU_ALLOCATOR=cuda_malloc_async' may improve the situation."> {};     // 2026-06-15+
struct summary_follows_once : lit<"\nCurrent allocation summary follows."> {};
struct summary_follows_twice : lit<"\nCurrent allocation summary follows."> {};
struct allocator_failure   : seq<lit<" (rounded to ">, rounded_bytes, one<')'>, opt<sor<lower_end, upper_end>>,
                                 lit<"requested by op ">, asking_op, opt<sor<fragmentation_hint, later_hint>>,
                                 opt<summary_follows_once, opt<summary_follows_twice>>> {};
// Until 2020.
struct early_rounded_bytes : seq<decimal> {};
struct summary_on_next_line : lit<"\nCurrent allocation summary follows."> {};
struct early_allocator_failure : seq<opt<lit<" (rounded to ">, early_rounded_bytes, one<')'>>,
                                     sor<lit<".  Current allocation summary follows.">, summary_on_next_line>> {};
struct allocator_message   : seq<lit<"Allocator (">, allocator_name, lit<") ran out of memory trying to allocate ">,
                                 asked_size, sor<allocator_retry, allocator_failure, early_allocator_failure>> {};

struct bytes_as_text       : seq<sign_and_size> {};
struct bytes_as_number     : seq<integer> {};
struct size_in_bytes       : seq<bytes_as_text, lit<" (">, bytes_as_number, lit<" bytes)">> {};
struct memory_limit        : seq<size_in_bytes> {};
struct reduced_size        : seq<size_in_bytes> {};
struct original_size       : seq<size_in_bytes> {};
struct reduced_from        : seq<lit<", down from ">, original_size, lit<" originally">> {};  // 2023-07-12+
struct rematerialization   : seq<lit<"Can't reduce memory use below ">, memory_limit,
                                 lit<" by rematerialization; only reduced to ">, reduced_size, opt<reduced_from>> {};

struct argument_bytes      : seq<decimal> {};
struct base_limit_bytes    : seq<decimal> {};
struct base_limit          : seq<lit<"The byte size of input/output arguments (">, argument_bytes,
                                 lit<") exceeds the base limit (">, base_limit_bytes,
                                 lit<"). This indicates an error in the calculation!">> {};

// --- sizes of a program that was compiled ----------------------------------------------------------------------------

struct code_size           : seq<integer> {};
struct argument_size       : seq<integer> {};
struct output_size         : seq<integer> {};
struct alias_size          : seq<integer> {};
struct temp_size           : seq<integer> {};
struct device_sizes        : seq<lit<"generated_code_size_in_bytes=">, code_size, lit<", argument_size_in_bytes=">,
                                 argument_size, lit<", output_size_in_bytes=">, output_size,
                                 lit<", alias_size_in_bytes=">, alias_size, lit<", temp_size_in_bytes=">, temp_size> {};
struct host_sizes          : seq<lit<", host_generated_code_size_in_bytes=">, code_size,
                                 lit<", host_argument_size_in_bytes=">, argument_size, lit<", host_output_size_in_bytes=">,
                                 output_size, lit<", host_alias_size_in_bytes=">, alias_size,
                                 lit<", host_temp_size_in_bytes=">, temp_size> {};                      // 2024-02-24+
struct compiled_sizes      : seq<lit<"CompiledMemoryStats(">, device_sizes, opt<host_sizes>, one<')'>> {};

// Printed by torch-xla, in GiB with six decimals.
struct millionths          : seq<decimal, one<'.'>, rep<6, range<'0', '9'>>> {};
struct unknown_amount      : lit<"Unknown "> {};
struct input_amount        : sor<millionths, unknown_amount> {};
struct output_amount       : sor<millionths, unknown_amount> {};
struct aliased_amount      : sor<millionths, unknown_amount> {};
struct intermediate_amount : sor<millionths, unknown_amount> {};
struct program_amount      : sor<millionths, unknown_amount> {};
struct compilation_analysis : seq<
    lit<"Post Compilation Analysis: ================================================================================\n">,
    lit<"Post Compilation Analysis: Graph input size: ">, input_amount, lit<" GB\n">,
    lit<"Post Compilation Analysis: Graph output size: ">, output_amount, lit<" GB\n">,
    lit<"Post Compilation Analysis: Aliased Input size: ">, aliased_amount, lit<" GB\n">,
    lit<"Post Compilation Analysis: Intermediate tensor size: ">, intermediate_amount, lit<" GB\n">,
    lit<"Post Compilation Analysis: Compiled program size: ">, program_amount, lit<" GB\n">,
    lit<"Post Compilation Analysis: --------------------------------------------------------------------------------\n">,
    lit<"Post Compilation Analysis: ================================================================================">> {};

// --- the whole -------------------------------------------------------------------------------------------------------

struct memory_failure      : seq<status_begin, sor<buffer_failure, program_failure, allocation_failure, request_failure,
                                                   cpu_failure, host_output, array_overflow>, status_end> {};
struct memory_note         : sor<allocator_message, allocator_summary, rematerialization, base_limit, compiled_sizes,
                                 compilation_analysis> {};
struct message_line_end    : seq<line_end> {};
struct memory_message      : seq<sor<memory_note, memory_failure>, opt<message_line_end>> {};
// clang-format on

} // namespace ballast::grammar
