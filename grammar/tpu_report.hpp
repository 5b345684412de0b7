// The error message of the TPU compiler for a program that does not fit into memory. The compiler is closed source: the
// forms come from many real texts, in five eras from 2018 to 2026.
//
//     RESOURCE_EXHAUSTED: E1000: CompileTimeHbmOom: XLA:TPU compile permanent error. Ran out of memory in memory space
//     hbm. Used 33.00G of 15.75G hbm. Exceeded hbm capacity by 17.25G.
//
//     Total hbm usage >= 33.25G:
//     …
//     Program hbm requirement 614.78M:
//     …
//       Largest program allocations in hbm:
//
//       1. Size: 512B
//          Operator: op_name="jit(f)/sort" source_file="f.py" source_line=465
//          Shape: s32[]{:T(128)}
//          Unpadded size: 4B
//          Extra memory due to padding: 508B (128.0x expansion)
//          XLA label: convert.3 = convert(copy.2)
//          Allocation type: HLO temp
//          ==========================
//
//
//       Largest program arguments and outputs in hbm:
//
//       1. Size: 32.00G
//          Shape: f32[4194304,7,129]{2,1,0:T(8,128)}
//          XLA label: Argument 0 index {}
//          ==========================
//
//
//     See https://openxla.org/xla/errors/error_1000 for more details.
//
// (The first two lines are one.) An empty line before a section belongs to that section. Labels can contain line feeds:
// a label ends before the line that must follow it. The log has the same text, starting with the requirement of the
// program. A truncated text may begin with any section; a context rule checks whether it is complete. Since 2026-06
// most messages are one line.
#pragma once

#include "grammar/metadata.hpp"
#include "grammar/oom_report.hpp"
#include "grammar/shape.hpp"
#include "grammar/status.hpp"
#include "grammar/tpu_usage.hpp"

namespace ballast::grammar {

// clang-format off
struct code_name_bytes     { static constexpr byte_set bytes{"AZaz09"}; };
struct tag_bytes           { static constexpr byte_set bytes = byte_set{"\x01\x7f"} - byte_set{"\n\n"}; };
struct label_bytes         : long_runs { static constexpr byte_set bytes = byte_set{"\x01\x7f"} - byte_set{"\n\n"}; };
struct stack_bytes         : long_runs { static constexpr byte_set bytes = byte_set{"\x01\x7f"} - byte_set{"\n\n.."}; };
struct kernel_tag_bytes    { static constexpr byte_set bytes = byte_set{"\x01\x7f"} - byte_set{"\n\n''"}; };
struct place_bytes         { static constexpr byte_set bytes = byte_set{"\x21\x7e"} - byte_set{"::"}; };
struct module_word_bytes   { static constexpr byte_set bytes{"azAZ09__--"}; };

// --- before the message ----------------------------------------------------------------------------------------------

struct message_status      : seq<status_name, lit<": ">> {};
struct function_name       : seq<name> {};
struct function_node       : seq<lit<"{{function_node ">, function_name, lit<"}} ">> {};
struct error_code          : seq<status_code> {};
struct permanent_error     : lit<"XLA:TPU compile permanent error. "> {};
struct compilation_failure : lit<"Compilation failure: "> {};
struct before_message      : seq<opt<message_status>, opt<function_node>, opt<error_code>,
                                 opt<sor<permanent_error, compilation_failure>>> {};

// --- reports by memory space -----------------------------------------------------------------------------------------

struct usage_follows       : lit<" Memory usage report: \n"> {};                  // in the log
struct module_end          : seq<one<'.'>, sor<at<line_end>, at<eof>, at<usage_follows>, at<lit<" [">>>> {};
struct reported_module     : seq<at<ranges<'a', 'z', 'A', 'Z', '_'>>, plus<not_at<module_end>, sor<run<module_word_bytes>, one<'.'>>>> {};
struct module_sentence     : seq<lit<" HLO module: ">, reported_module, module_end> {};

struct lead_used           : seq<short_size> {};
struct lead_capacity       : seq<short_size> {};
struct lead_exceeded       : seq<short_size> {};
struct lead_space          : seq<tpu_space> {};
struct lead_space_again    : seq<tpu_space> {};
struct tpu_lead            : seq<lit<"Ran out of memory in memory space ">, lead_space, lit<". Used ">, lead_used, lit<" of ">,
                                 lead_capacity, blank, lead_space_again, lit<". Exceeded ">, lead_space_again,
                                 lit<" capacity by ">, lead_exceeded, one<'.'>, opt<module_sentence>> {};

struct block_number        : seq<positive> {};
struct block_size          : seq<short_size> {};
struct block_head          : seq<lit<"  ">, block_number, lit<". Size: ">, block_size, line_end> {};
struct block_operator      : seq<lit<"     Operator: ">, buffer_operator, line_end> {};
struct block_shape         : seq<shape> {};
struct unpadded_size       : seq<short_size> {};
struct extra_size          : seq<short_size> {};
struct extra_factor        : seq<tpu_tenths> {};
struct block_extra         : seq<lit<"     Extra memory due to padding: ">, extra_size, lit<" (">, extra_factor, lit<"x expansion)\n">> {};
struct tag_text            : plus<sor<run<tag_bytes>, multibyte>> {};
struct block_array         : seq<lit<"     Shape: ">, block_shape, lit<"\n     Unpadded size: ">, unpadded_size, line_end,
                                 opt<block_extra>, opt<lit<"     Tag: ">, tag_text, line_end>> {};
struct owner_line          : lit<"\n     Allocation type: "> {};
struct label_text          : plus<not_at<owner_line>, sor<run<label_bytes>, line_end, multibyte>> {};
struct block_owner         : sor<reserved_word, global_word, scoped_word, temporary_word, overlays_word> {};
struct block_rule          : lit<"     ==========================\n\n"> {};
struct tpu_block           : seq<block_head, opt<block_operator>, opt<block_array>, lit<"     XLA label: ">, label_text,
                                 owner_line, block_owner, line_end, block_rule> {};
struct tpu_blocks          : plus<tpu_block> {};

struct argument_shape      : seq<shape> {};
struct argument_parameter  : seq<decimal> {};
struct argument_index      : seq<index> {};
struct argument_words      : sor<seq<lit<"Argument ">, argument_parameter, lit<" index ">>, lit<"Output index ">> {};
struct tpu_argument        : seq<block_head, lit<"     Shape: ">, argument_shape, lit<"\n     XLA label: ">, argument_words,
                                 argument_index, line_end, block_rule> {};
struct argument_blocks     : plus<tpu_argument> {};

struct blocks_space        : seq<tpu_space> {};
struct titled_blocks       : seq<lit<"  Largest program allocations in ">, blocks_space, lit<":\n\n">, tpu_blocks> {};
struct untitled_blocks     : seq<tpu_blocks> {};
struct no_blocks           : seq<lit<"No allocations in ">, blocks_space> {};
struct arguments_space     : seq<tpu_space> {};
struct titled_arguments    : seq<lit<"  Largest program arguments and outputs in ">, arguments_space, lit<":\n\n">, argument_blocks> {};
struct untitled_arguments  : seq<argument_blocks> {};

struct space_total         : seq<tpu_total> {};
struct space_program       : seq<tpu_program> {};
struct arguments_after     : seq<line_end, titled_arguments> {};
struct blocks_after        : sor<seq<line_end, titled_blocks, opt<arguments_after>>, seq<line_end, no_blocks, arguments_after>,
                                 arguments_after> {};
struct program_after       : seq<line_end, space_program, opt<blocks_after>> {};
struct total_after         : seq<line_end, space_total, opt<program_after>> {};
struct led_report          : seq<tpu_lead, opt<sor<usage_follows, seq<line_end, sor<total_after, program_after, blocks_after>>>>> {};
struct unled_report        : sor<seq<space_total, line_end, space_program, blocks_after>, seq<space_program, blocks_after>,
                                 seq<titled_blocks, opt<arguments_after>>, seq<untitled_blocks, opt<arguments_after>>,
                                 titled_arguments, untitled_arguments> {};
struct space_report        : sor<led_report, unled_report> {};

// --- the form of 2018 ------------------------------------------------------------------------------------------------

struct bare_reason         : lit<"It should not be possible to run out of vmem - please"> {};
struct bare_request        : lit<"Please"> {};
struct bare_owner_line     : lit<"\n  Allocation type: "> {};
struct bare_label          : plus<not_at<bare_owner_line>, sor<run<label_bytes>, line_end, multibyte>> {};
struct bare_block          : seq<lit<"  XLA label: ">, bare_label, bare_owner_line, block_owner, lit<"\n\n">> {};
struct bare_blocks         : plus<bare_block> {};
struct bare_report         : seq<lit<"Ran out of memory in memory space ">, lead_space, lit<". ">, sor<bare_reason, bare_request>,
                                 lit<" file a bug against XLA.\n\nLargest program allocations in ">, lead_space_again, lit<":\n\n">,
                                 bare_blocks> {};

// --- messages of one line --------------------------------------------------------------------------------------------

struct stack_end           : lit<". Scoped allocation with size "> {};
struct stack_instruction   : plus<not_at<stack_end>, sor<run<stack_bytes>, one<'.'>, line_end, multibyte>> {};
struct stack_size          : seq<short_size> {};
struct stack_limit         : seq<short_size> {};
struct stack_excess        : seq<short_size> {};
struct advice_link         : lit<" see go/compile-time-vmem-oom#kernel-vmem-stack-oom for more information."> {};
struct advice_bug          : lit<"please file a bug against XLA."> {};
struct advice_see          : at<lit<"\nSee ">> {};
struct stack_advice        : seq<lit<" It should not be possible to run out of scoped vmem - ">, sor<advice_link, advice_bug, advice_see>> {};
struct stack_overflow      : seq<lit<"Ran out of memory in memory space ">, lead_space, lit<" while allocating on stack for ">,
                                 stack_instruction, stack_end, stack_size, lit<" and limit ">, stack_limit,
                                 lit<" exceeded scoped ">, lead_space_again, lit<" limit by ">, stack_excess, one<'.'>,
                                 opt<stack_advice>> {};

struct large_size          : seq<decimal> {};
struct large_capacity      : seq<decimal> {};
struct large_number        : seq<decimal> {};
struct large_shape         : seq<shape> {};
struct large_word          : sor<seq<at<ranges<'1', '9', 'a', 'f'>>, run<lower_hex_bytes>>, one<'0'>> {};
struct large_scoped        : lit<", scoped"> {};
struct large_tag           : plus<sor<run<kernel_tag_bytes>, multibyte>> {};
struct large_instruction   : seq<name> {};
struct large_allocation    : seq<lit<"Allocation (size=">, large_size, lit<") would exceed memory (size=">, large_capacity,
                                 lit<") :: #allocation">, large_number, lit<" [shape = '">, large_shape, lit<"', space=">, lead_space,
                                 lit<", size = 0x">, large_word, opt<large_scoped>, lit<", tag = '">, large_tag, lit<"'] :: ">,
                                 sor<large_instruction, lit<"<no-hlo-instruction>">>> {};

struct temporaries_required : seq<short_size> {};
struct temporaries_available : seq<short_size> {};
struct temporaries         : seq<lit<"Ran out of memory on HBM, the total memory required for HLO temporaries (">, temporaries_required,
                                 lit<") exceeds available HBM (">, temporaries_available, lit<").">, opt<module_sentence>> {};

struct tensor_core_usage   : seq<short_size> {};
struct sparse_core_usage   : seq<short_size> {};
struct cores_available     : seq<short_size> {};
struct cores               : seq<lit<"TPU TensorCore Hbm usage: ">, tensor_core_usage, lit<", SparseCore Hbm usage ">,
                                 sparse_core_usage, lit<", exceeding available bytes: ">, cores_available> {};

struct device_word         : lit<"device "> {};
struct abort_required      : seq<short_size> {};
struct abort_available     : seq<short_size> {};
struct abort_threshold     : seq<integer> {};
struct early_abort         : seq<lit<"Aborting compilation early because it's unlikely to have enough ">, opt<device_word>,
                                 lit<"memory. Requires ">, abort_required, lit<", has ">, abort_available, lit<" available.">,
                                 opt<lit<" If more detailed logging is desired, set --xla_tpu_impure_oom_fast_exit_threshold=">,
                                 abort_threshold>> {};

struct place_name          : run<place_bytes> {};
struct place_line          : seq<decimal> {};
struct place_column        : seq<decimal> {};
struct tpu_place           : seq<place_name, one<':'>, place_line, one<':'>, place_column> {};
struct sparse_place        : seq<tpu_place> {};
struct words_reached       : seq<decimal> {};
struct words_limit         : seq<decimal> {};
struct words_size          : seq<decimal> {};
struct sparse_core         : seq<lit<"Failed to run MLO pass pipeline.">, sparse_place,
                                 lit<": error: 'memref.alloca' op E3000: CompileTimeSparseCoreAllocationFailure: current allocation "
                                     "offset upper bound (">, words_reached,
                                 lit<" words) exceeds the legitimate user allocatable offset upper bound (">, words_limit,
                                 lit<" words) in memory space ">, lead_space, lit<" when allocating ">, words_size, lit<" words">> {};
struct operation_place     : seq<tpu_place> {};
struct operation_text      : plus<sor<run<tag_bytes>, multibyte>> {};
struct pass_place          : seq<tpu_place> {};
struct pass_name           : run<code_name_bytes> {};
struct pass_notes          : seq<line_end, operation_place, lit<": note: see current operation: ">, operation_text, line_end, pass_place,
                                 lit<": error: NOTE: Failed in pass ">, pass_name, line_end> {};

// --- after the message -----------------------------------------------------------------------------------------------

struct see_line            : seq<status_link> {};
struct after_message       : seq<status_payloads, opt<status_trace, line_end>> {};

// --- the whole -------------------------------------------------------------------------------------------------------

struct tpu_message         : sor<space_report, stack_overflow, bare_report, large_allocation, temporaries, cores, early_abort> {};
struct sparse_message      : seq<sparse_core, opt<see_line>, opt<pass_notes>> {};
struct tpu_report          : seq<before_message, sor<sparse_message, seq<tpu_message, opt<see_line>>>, after_message> {};
// clang-format on

} // namespace ballast::grammar
