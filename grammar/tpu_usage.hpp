// How much a program takes of the memory spaces of a TPU. The compiler logs it for each program that fits. An
// out-of-memory report begins with the same sections for one memory space. The compiler is closed source: the forms
// come from many real texts.
//
//     XLA::TPU program HBM usage: 614.78M / 15.75G
//     Total hbm usage >= 5.65G:
//         reserved        258.00M
//         program         614.78M
//         arguments         4.80G
//
//     Output size 4.80G; shares 0B with arguments.
//
//     Program hbm requirement 614.78M:
//         HLO temp        614.42M (62.5% utilization: Unpadded (384.00M) Padded (614.41M), 0.0% fragmentation (15.5K))
//         overlays         364.5K
//
// The three rows of the total end with a blank. Rows of 0B are omitted, so a program of 0B has no rows. In 2019
// arguments and output were unknown, and temporary memory had no sizes with and without padding.
#pragma once

#include "grammar/lexical.hpp"

namespace ballast::grammar {

// clang-format off
struct lower_bytes         { static constexpr byte_set bytes{"az09__"}; };
struct upper_bytes         { static constexpr byte_set bytes{"AZ09__"}; };

struct tpu_space           : seq<at<range<'a', 'z'>>, run<lower_bytes>> {};
struct tpu_tenths          : seq<decimal, one<'.'>, range<'0', '9'>> {};

// --- the whole use of a memory space ---------------------------------------------------------------------------------

struct total_space         : seq<tpu_space> {};
struct total_usage         : seq<short_size> {};
struct total_reserved      : seq<short_size> {};
struct total_program       : seq<short_size> {};
struct total_arguments     : seq<short_size> {};
struct total_reserved_column : right_aligned<7, total_reserved> {};
struct total_program_column : right_aligned<7, total_program> {};
struct total_arguments_column : right_aligned<7, total_arguments> {};
struct total_row_end       : lit<" \n"> {};
struct reserved_total      : seq<lit<"    reserved        ">, total_reserved_column, total_row_end> {};
struct program_total       : seq<lit<"    program         ">, sor<total_program_column, lit<"unknown size">>, total_row_end> {};
struct arguments_total     : seq<lit<"    arguments       ">, sor<total_arguments_column, lit<"unknown size">>, total_row_end> {};

struct output_bytes        : seq<short_size> {};
struct shared_bytes        : seq<short_size> {};
struct known_output        : seq<lit<"Output size ">, output_bytes, lit<"; shares ">, shared_bytes, lit<" with arguments.\n">> {};
struct tpu_output          : sor<known_output, lit<"Output size unknown.\n">> {};
struct tpu_total           : seq<lit<"Total ">, total_space, lit<" usage >= ">, total_usage, lit<":\n">, reserved_total,
                                 program_total, arguments_total, line_end, tpu_output> {};

// --- what the program requires ---------------------------------------------------------------------------------------

struct utilized            : seq<tpu_tenths> {};
struct unpadded_bytes      : seq<short_size> {};
struct padded_bytes        : seq<short_size> {};
struct temporary_padding   : seq<lit<": Unpadded (">, unpadded_bytes, lit<") Padded (">, padded_bytes, one<')'>> {};
struct fragmented_tenths   : seq<tpu_tenths> {};
struct fragment_bytes      : seq<short_size> {};
struct utilization         : seq<lit<" (">, utilized, lit<"% utilization">, opt<temporary_padding>, lit<", ">,
                                 fragmented_tenths, lit<"% fragmentation (">, fragment_bytes, lit<"))">> {};

struct row_bytes           : seq<short_size> {};
struct row_bytes_column    : right_aligned<7, row_bytes> {};
struct reserved_word       : lit<"reserved"> {};
struct global_word         : lit<"global"> {};
struct scoped_word         : lit<"scoped"> {};
struct temporary_word      : lit<"HLO temp"> {};
struct overlays_word       : lit<"overlays"> {};
struct reserved_row        : seq<lit<"    ">, reserved_word, lit<"        ">, row_bytes_column, line_end> {};
struct global_row          : seq<lit<"    ">, global_word, lit<"          ">, row_bytes_column, line_end> {};
struct scoped_row          : seq<lit<"    ">, scoped_word, lit<"          ">, row_bytes_column, line_end> {};
struct temporary_row       : seq<lit<"    ">, temporary_word, lit<"        ">, row_bytes_column, opt<utilization>, line_end> {};
struct overlays_row        : seq<lit<"    ">, overlays_word, lit<"        ">, row_bytes_column, line_end> {};
struct tpu_rows            : seq<opt<reserved_row>, opt<global_row>, opt<scoped_row>, opt<temporary_row>, opt<overlays_row>> {};

struct program_space       : seq<tpu_space> {};
struct requirement         : seq<short_size> {};
struct tpu_program         : seq<lit<"Program ">, program_space, lit<" requirement ">, requirement, lit<":\n">, tpu_rows> {};

// --- the log of a program that fits ----------------------------------------------------------------------------------

struct capital_space       : run<upper_bytes> {};
struct share_used          : seq<short_size> {};
struct share_capacity      : seq<short_size> {};
struct parameter_count     : seq<decimal> {};
struct tpu_share           : seq<lit<"XLA::TPU program ">, capital_space, lit<" usage: ">, share_used, lit<" / ">, share_capacity,
                                 opt<lit<" (">, parameter_count, lit<" parameters)">>, line_end> {};
struct share_section       : seq<tpu_share> {};
struct total_section_alone : seq<tpu_total, line_end> {};
struct program_section     : seq<tpu_program> {};
struct tpu_section         : sor<share_section, total_section_alone, program_section> {};
struct tpu_usage           : seq<plus<tpu_section>, at<eof>> {};
// clang-format on

} // namespace ballast::grammar
