// The module text, a file beside the dump: its header, the source locations of its instructions, and its computations.
//
//     HloModule jit_step, is_scheduled=true, input_output_alias={ {0}: (1, {}, may-alias) },
//         entry_computation_layout={(f32[8]{0}, s32[])->(s32[], f32[8]{0})}, num_partitions=2        (on one line)
//
//     FileNames
//     1 "model/layers.py"
//
//     FunctionNames
//     1 "step"
//
//     FileLocations
//     1 {file_name_id=1 function_name_id=1 line=3 end_line=3 column=5 end_column=17}
//
//     StackFrames
//     1 {file_location_id=1 parent_frame_id=1}
//
//
//     ENTRY %main.4 (x.1: f32[8], n.2: s32[]) -> (s32[], f32[8]) {
//       …
//     }
//
// Empty items of the header are omitted. Items that a later XLA adds are kept as text. The four tables exist since
// 2025-12-02 and are followed by an empty line. In short text, names have no `%` and heads have no signature. A line
// that is not an instruction refuses the text here; the reader keeps it as an unread piece. An empty line follows the
// end of each computation; in a pasted text the one after the last computation may be missing.
#pragma once

#include "grammar/attribute.hpp"
#include "grammar/instruction.hpp"
#include "grammar/shape.hpp"

namespace ballast::grammar {

// clang-format off

// --- aliases and donors ----------------------------------------------------------------------------------------------

struct aliased_output      : seq<index> {};
struct aliased_parameter   : seq<decimal> {};
struct aliased_index       : seq<index> {};
struct may_alias           : lit<"may-alias"> {};
struct must_alias          : lit<"must-alias"> {};
struct output_alias        : seq<aliased_output, lit<": (">, aliased_parameter, lit<", ">, aliased_index, lit<", ">,
                                 sor<may_alias, must_alias>, one<')'>> {};
struct output_aliases      : list<output_alias, lit<", ">> {};
struct donor_parameter     : seq<decimal> {};
struct donor_index         : seq<index> {};
struct buffer_donor        : seq<one<'('>, donor_parameter, lit<", ">, donor_index, one<')'>> {};
struct buffer_donors       : list<buffer_donor, lit<", ">> {};

// --- the layout of the entry -----------------------------------------------------------------------------------------

struct entry_parameter     : seq<shape> {};
struct tight_parameters    : plus<one<','>, not_at<blank>, entry_parameter> {};          // 2022-05-01 to 2023-06-01
struct spaced_parameters   : plus<tuple_separator, entry_parameter> {};
struct entry_parameters    : seq<entry_parameter, opt<sor<tight_parameters, spaced_parameters>>> {};
struct entry_result        : seq<shape> {};
struct entry_layout        : seq<one<'('>, opt<entry_parameters>, lit<")->">, entry_result> {};

// --- items -----------------------------------------------------------------------------------------------------------

struct module_name_bytes   { static constexpr byte_set bytes = byte_set{"\x21\x7e"} - byte_set{",,"}; };
struct module_name         : plus<sor<run<module_name_bytes>, multibyte>> {};

struct propagated          : seq<boolean> {};
struct propagations        : seq<not_at<lit<"false}">>, opt<list<propagated, one<','>>>> {};
struct parameter_propagations : seq<propagations> {};
struct output_propagations : seq<propagations> {};
struct lone_one            : seq<one<'1'>, not_at<range<'0', '9'>>> {};              // the default
struct replica_count       : seq<not_at<lone_one>, decimal> {};
struct num_partitions      : seq<not_at<lone_one>, decimal> {};
struct module_frontend_attributes : seq<frontend_attributes> {};

// Text on several lines: braces balance outside of quotes.
struct block_bytes         { static constexpr byte_set bytes = byte_set{"\x01\x7f"} - byte_set{"\r\r\"\"{{}}"}; };
struct block_quoted_bytes  { static constexpr byte_set bytes = byte_set{"\x01\x7f"} - byte_set{"\r\r\"\"\\\\"}; };
struct block_escape        : seq<one<'\\'>, sor<run<block_quoted_bytes>, multibyte, one<'"', '\\'>>> {};
struct block_quoted        : seq<one<'"'>, star<sor<run<block_quoted_bytes>, block_escape, multibyte>>, string_close> {};
struct block_close         : one<'}'> {};
struct block               : nested<one<'{'>, star<sor<run<block_bytes>, block_quoted, block, multibyte>>, block_close> {};
struct recovery_table      : seq<at<lit<"{\n">>, block> {};                         // 2025+
struct debug_attributes    : seq<at<lit<"{\n">>, block> {};                         // 2025+

struct scheduled_item      : lit<", is_scheduled=true"> {};
struct output_aliases_item : seq<lit<", input_output_alias={ ">, output_aliases, lit<" }">> {};
struct buffer_donors_item  : seq<lit<", buffer_donor={ ">, buffer_donors, lit<" }">> {};
struct passthrough_item    : lit<", alias_passthrough_params=true"> {};
struct entry_layout_item   : seq<lit<", entry_computation_layout={">, entry_layout, one<'}'>> {};
struct parameter_propagations_item : seq<lit<", allow_spmd_sharding_propagation_to_parameters={">, parameter_propagations,
                                 one<'}'>> {};
struct output_propagations_item : seq<lit<", allow_spmd_sharding_propagation_to_output={">, output_propagations,
                                 one<'}'>> {};
struct replica_count_item  : seq<lit<", replica_count=">, replica_count> {};
struct num_partitions_item : seq<lit<", num_partitions=">, num_partitions> {};
struct module_frontend_item : seq<lit<", frontend_attributes=">, module_frontend_attributes> {};
struct recovery_table_item : seq<lit<", origin_recovery_table=">, recovery_table> {};
struct debug_attributes_item : seq<lit<", debug_attributes=">, debug_attributes> {};

// Items that a later XLA adds, before, between or after the known ones. The order of the known ones is fixed.
struct known_item          : seq<sor<lit<"is_scheduled">, lit<"input_output_alias">, lit<"buffer_donor">,
                                     lit<"alias_passthrough_params">, lit<"entry_computation_layout">,
                                     lit<"allow_spmd_sharding_propagation_to_parameters">,
                                     lit<"allow_spmd_sharding_propagation_to_output">, lit<"replica_count">,
                                     lit<"num_partitions">, lit<"frontend_attributes">, lit<"origin_recovery_table">,
                                     lit<"debug_attributes">>, one<'='>> {};
struct unknown_block       : seq<at<lit<"{\n">>, block> {};
struct unknown_item        : seq<not_at<known_item>, unknown_key, one<'='>, opt<sor<unknown_block, unknown_value>>> {};
struct unknown_items       : star<lit<", ">, unknown_item> {};

struct header_items        : seq<unknown_items, opt<scheduled_item, unknown_items>,
                                 opt<output_aliases_item, unknown_items>, opt<buffer_donors_item, unknown_items>,
                                 opt<passthrough_item, unknown_items>, opt<entry_layout_item, unknown_items>,
                                 opt<parameter_propagations_item, unknown_items>,
                                 opt<output_propagations_item, unknown_items>, opt<replica_count_item, unknown_items>,
                                 opt<num_partitions_item, unknown_items>, opt<module_frontend_item, unknown_items>,
                                 opt<recovery_table_item, unknown_items>, opt<debug_attributes_item, unknown_items>> {};
struct module_head         : seq<lit<"HloModule ">, module_name, header_items, line_end> {};

// --- the stack frames: 2025-12-02+ -----------------------------------------------------------------------------------

struct entry_number        : seq<decimal> {};
struct entry_text          : seq<escaped_text> {};
struct file_names_head     : lit<"\nFileNames\n"> {};
struct file_name_row       : seq<entry_number, lit<" \"">, entry_text, string_close, line_end> {};
struct file_name_rows      : star<file_name_row> {};
struct function_names_head : lit<"\nFunctionNames\n"> {};
struct function_name_row   : seq<entry_number, lit<" \"">, entry_text, string_close, line_end> {};
struct function_name_rows  : star<function_name_row> {};

struct location_number     : seq<decimal> {};
struct location_file       : seq<decimal> {};
struct location_function   : seq<decimal> {};
struct location_line       : seq<integer> {};
struct location_end_line   : seq<integer> {};
struct location_column     : seq<integer> {};
struct location_end_column : seq<integer> {};
struct file_locations_head : lit<"\nFileLocations\n"> {};
struct file_location_row   : seq<location_number, lit<" {file_name_id=">, location_file, lit<" function_name_id=">,
                                 location_function, lit<" line=">, location_line, lit<" end_line=">, location_end_line,
                                 lit<" column=">, location_column, lit<" end_column=">, location_end_column,
                                 lit<"}\n">> {};
struct file_location_rows  : star<file_location_row> {};

struct frame_number        : seq<decimal> {};
struct frame_location      : seq<decimal> {};
struct frame_parent        : seq<positive> {};
struct stack_frames_head   : lit<"\nStackFrames\n"> {};
struct stack_frame_row     : seq<frame_number, lit<" {file_location_id=">, frame_location, lit<" parent_frame_id=">,
                                 frame_parent, lit<"}\n">> {};
struct stack_frame_rows    : star<stack_frame_row> {};
struct tables_end          : seq<line_end> {};
struct stack_frame_tables  : seq<file_names_head, file_name_rows, function_names_head, function_name_rows,
                                 file_locations_head, file_location_rows, stack_frames_head, stack_frame_rows,
                                 tables_end> {};

// --- the computations ------------------------------------------------------------------------------------------------

struct entry_mark          : lit<"ENTRY "> {};
struct head_name           : seq<name> {};
struct head_parameter_name : seq<name> {};
struct head_parameter_shape : seq<plain_shape> {};
struct head_parameter      : seq<head_parameter_name, lit<": ">, head_parameter_shape> {};
struct head_parameters     : list<head_parameter, lit<", ">> {};
struct head_result         : seq<plain_shape> {};
struct signature           : seq<one<'('>, opt<head_parameters>, lit<") -> ">, head_result> {};
struct long_head           : seq<one<'%'>, head_name, blank, signature> {};
struct short_head          : seq<head_name> {};
struct computation_head    : seq<opt<entry_mark>, sor<long_head, short_head>, lit<" {\n">> {};

struct end_thread          : star<sor<run<raw_string_bytes>, multibyte>> {};
struct thread_of_end       : seq<lit<", execution_thread=\"">, end_thread, string_close> {};
struct end_name            : seq<name> {};
struct named_end           : seq<lit<" // ">, end_name> {};                          // 2023-06-23 to 2025-02-15
struct trimmed_gap         : seq<eof> {};                                                // in a pasted text
struct end_line            : seq<one<'}'>, opt<thread_of_end>, opt<named_end>, line_end, sor<line_end, trimmed_gap>> {};
struct more_instructions   : seq<star<line_end>, lit<"  ">> {};                          // `}` ended a dict
struct computation_end     : seq<end_line, not_at<more_instructions>> {};

struct root_mark           : lit<"ROOT "> {};
struct long_line           : seq<instruction> {};
struct short_mark          : at<not_one<'%'>> {};
struct short_line          : seq<short_instruction> {};
struct text_instruction    : seq<lit<"  ">, opt<root_mark>, sor<seq<short_mark, short_line>, long_line>, line_end> {};
struct computation_text    : seq<computation_head, plus<text_instruction>, computation_end> {};
struct computations_begin  : seq<line_end> {};

struct module_text         : seq<module_head, opt<stack_frame_tables>, computations_begin, plus<computation_text>> {};
// clang-format on

} // namespace ballast::grammar
