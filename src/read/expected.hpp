// The names of rules in messages, and the constructs that they stand for.
#pragma once

#include "ballast/finding.hpp"
#include "grammar/entry.hpp"

#include <optional>
#include <string_view>

namespace ballast::read {

namespace g = grammar;

// Empty: messages name the rule's parts. A literal is named by its text.
template <typename Rule>
inline constexpr std::string_view expected{};

// clang-format off
template <> inline constexpr std::string_view expected<g::line_end>          = "end of line";
template <> inline constexpr std::string_view expected<g::eof>               = "end of text";
template <> inline constexpr std::string_view expected<g::blank>             = "a blank";
template <> inline constexpr std::string_view expected<g::decimal>           = "a number";
template <> inline constexpr std::string_view expected<g::positive>          = "a number above 0";
template <> inline constexpr std::string_view expected<g::integer>           = "an integer";
template <> inline constexpr std::string_view expected<g::name>              = "a name";
template <> inline constexpr std::string_view expected<g::index>             = "a shape index";
template <> inline constexpr std::string_view expected<g::escaped_some>      = "text";
template <> inline constexpr std::string_view expected<g::raw_some>          = "text";
template <> inline constexpr std::string_view expected<g::human_size>        = "a human-readable size";
template <> inline constexpr std::string_view expected<g::sign_and_size>     = "a human-readable size";
template <> inline constexpr std::string_view expected<g::comma_number>      = "a number with commas";
template <> inline constexpr std::string_view expected<g::millionths>        = "a number with six decimals";
template <> inline constexpr std::string_view expected<g::table_size_column> = "a size in 8 columns";
template <> inline constexpr std::string_view expected<g::table_bytes_column> = "a number in 16 columns";
template <> inline constexpr std::string_view expected<g::grouped>           = "a number in groups of three digits";
template <> inline constexpr std::string_view expected<g::stack_percent>     = "a percentage with one decimal";
template <> inline constexpr std::string_view expected<g::pointer>           = "a pointer in lower-case hexadecimal";
template <> inline constexpr std::string_view expected<g::escape>            = "an escape that XLA prints";
template <> inline constexpr std::string_view expected<g::dimension>         = "a dimension";
template <> inline constexpr std::string_view expected<g::array_shape>       = "a shape";
template <> inline constexpr std::string_view expected<g::plain_array>       = "a shape";
template <> inline constexpr std::string_view expected<g::shape>             = "a shape";
template <> inline constexpr std::string_view expected<g::plain_shape>       = "a shape";
template <> inline constexpr std::string_view expected<g::layout_suffixes>   = "a layout suffix in its place";
template <> inline constexpr std::string_view expected<g::opcode>            = "an opcode";
template <> inline constexpr std::string_view expected<g::operand>           = "an operand";
template <> inline constexpr std::string_view expected<g::short_operand>     = "an operand";
template <> inline constexpr std::string_view expected<g::attribute_key>     = "an attribute";
template <> inline constexpr std::string_view expected<g::instruction>       = "an instruction";
template <> inline constexpr std::string_view expected<g::short_instruction> = "an instruction";
template <> inline constexpr std::string_view expected<g::text_instruction>  = "an instruction";
template <> inline constexpr std::string_view expected<g::number>            = "a number as XLA prints it";
template <> inline constexpr std::string_view expected<g::fraction>          = "a fraction without trailing zeros";
template <> inline constexpr std::string_view expected<g::exponent>          = "an exponent";
template <> inline constexpr std::string_view expected<g::literal_element>   = "an element";
template <> inline constexpr std::string_view expected<g::sharding>          = "a sharding";
template <> inline constexpr std::string_view expected<g::replica_groups>    = "replica groups";
template <> inline constexpr std::string_view expected<g::input_label>       = "a dimension label";
template <> inline constexpr std::string_view expected<g::kernel_label>      = "a dimension label";
template <> inline constexpr std::string_view expected<g::axis>              = "an axis";
template <> inline constexpr std::string_view expected<g::dict>              = "a dict";
template <> inline constexpr std::string_view expected<g::dict_space>        = "a blank or a comment";
template <> inline constexpr std::string_view expected<g::frontend_key>      = "a key";
template <> inline constexpr std::string_view expected<g::attribute_end>     = "the end of the attribute";
template <> inline constexpr std::string_view expected<g::frontend_end>      = "`,` or `}` after the value";
template <> inline constexpr std::string_view expected<g::top_row>           = "a top-level node";
template <> inline constexpr std::string_view expected<g::stack_label>       = "a label and its numbers";
template <> inline constexpr std::string_view expected<g::value_phi_v2>      = "`PHI `";
template <> inline constexpr std::string_view expected<g::element_type>      = "an element type";
template <> inline constexpr std::string_view expected<g::rail>              = "a rail";
template <> inline constexpr std::string_view expected<g::frame_text>        = "a file name";
template <> inline constexpr std::string_view expected<g::percent_column>    = "a percentage in 3 columns";
template <> inline constexpr std::string_view expected<g::row_cumulative_column> = "a size in 9 columns";
template <> inline constexpr std::string_view expected<g::row_size_column>   = "a size in 10 columns";
template <> inline constexpr std::string_view expected<g::row_offset_column> = "an offset in 12 columns";
template <> inline constexpr std::string_view expected<g::row_values_column> = "a number in 16 columns";
template <> inline constexpr std::string_view expected<g::ranked_cumulative_column> = "a size in 10 columns";
template <> inline constexpr std::string_view expected<g::ranked_remaining_column> = "a size in 10 columns";
template <> inline constexpr std::string_view expected<g::parameter_bytes_column> = "a size in 10 columns";
template <> inline constexpr std::string_view expected<g::constant_bytes_column> = "a size in 10 columns";
template <> inline constexpr std::string_view expected<g::live_out_bytes_column> = "a size in 10 columns";
template <> inline constexpr std::string_view expected<g::temporary_bytes_column> = "a size in 10 columns";
template <> inline constexpr std::string_view expected<g::all_bytes_column>  = "a size in 10 columns";
template <> inline constexpr std::string_view expected<g::fragmented_bytes_column> = "a size in 10 columns";
template <> inline constexpr std::string_view expected<g::fragmented_percent> = "a percentage with two decimals";
template <> inline constexpr std::string_view expected<g::named_space>       = "a memory space";
template <> inline constexpr std::string_view expected<g::module_name>       = "the name of a module";
template <> inline constexpr std::string_view expected<g::unknown_item>      = "an item of the header in its place";
template <> inline constexpr std::string_view expected<g::unknown_tail>      = "the rest of the row";
template <> inline constexpr std::string_view expected<g::block>             = "balanced braces";
template <> inline constexpr std::string_view expected<g::computation_head>  = "the head of a computation";

template <> inline constexpr std::string_view expected<g::short_size>        = "a size";
template <> inline constexpr std::string_view expected<g::tpu_space>         = "a memory space";
template <> inline constexpr std::string_view expected<g::tpu_tenths>        = "a number with one decimal";
template <> inline constexpr std::string_view expected<g::total_reserved_column> = "a size in 7 columns";
template <> inline constexpr std::string_view expected<g::total_program_column> = "a size in 7 columns";
template <> inline constexpr std::string_view expected<g::total_arguments_column> = "a size in 7 columns";
template <> inline constexpr std::string_view expected<g::row_bytes_column>  = "a size in 7 columns";
template <> inline constexpr std::string_view expected<g::label_text>        = "a label";

template <typename Rule>
inline constexpr std::optional<finding_id> construct{};

template <> inline constexpr std::optional<finding_id> construct<g::dump>            = finding_id::dump;
template <> inline constexpr std::optional<finding_id> construct<g::frame_first>     = finding_id::frame;
template <> inline constexpr std::optional<finding_id> construct<g::frame_last>      = finding_id::frame;
template <> inline constexpr std::optional<finding_id> construct<g::allocation_line> = finding_id::allocation;
template <> inline constexpr std::optional<finding_id> construct<g::allocation_alone> = finding_id::allocation;
template <> inline constexpr std::optional<finding_id> construct<g::reused_head>     = finding_id::allocation;
template <> inline constexpr std::optional<finding_id> construct<g::reused_value>    = finding_id::allocation;
template <> inline constexpr std::optional<finding_id> construct<g::value_line>      = finding_id::value_line;
template <> inline constexpr std::optional<finding_id> construct<g::value_alone>      = finding_id::value_line;
template <> inline constexpr std::optional<finding_id> construct<g::used_value>      = finding_id::used_value;
template <> inline constexpr std::optional<finding_id> construct<g::total>           = finding_id::total;
template <> inline constexpr std::optional<finding_id> construct<g::instruction>     = finding_id::instruction;
template <> inline constexpr std::optional<finding_id> construct<g::short_instruction> = finding_id::instruction;
template <> inline constexpr std::optional<finding_id> construct<g::shape>           = finding_id::shape;
template <> inline constexpr std::optional<finding_id> construct<g::plain_shape>     = finding_id::shape;
template <> inline constexpr std::optional<finding_id> construct<g::layout>          = finding_id::layout;
template <> inline constexpr std::optional<finding_id> construct<g::metadata>        = finding_id::metadata;
template <> inline constexpr std::optional<finding_id> construct<g::literal>         = finding_id::literal;
template <> inline constexpr std::optional<finding_id> construct<g::complete_attribute> = finding_id::attribute;
template <> inline constexpr std::optional<finding_id> construct<g::short_complete_attribute> = finding_id::attribute;
template <> inline constexpr std::optional<finding_id> construct<g::sharding>        = finding_id::sharding;
template <> inline constexpr std::optional<finding_id> construct<g::replica_groups>  = finding_id::replica_groups;
template <> inline constexpr std::optional<finding_id> construct<g::live_range_head> = finding_id::live_range;
template <> inline constexpr std::optional<finding_id> construct<g::sequence_head> = finding_id::live_range;
template <> inline constexpr std::optional<finding_id> construct<g::sequence_row> = finding_id::live_range;
template <> inline constexpr std::optional<finding_id> construct<g::ranges_head> = finding_id::live_range;
template <> inline constexpr std::optional<finding_id> construct<g::live_range_row> = finding_id::live_range;
template <> inline constexpr std::optional<finding_id> construct<g::moments_head> = finding_id::live_range;
template <> inline constexpr std::optional<finding_id> construct<g::moment_row> = finding_id::live_range;
template <> inline constexpr std::optional<finding_id> construct<g::peak_head> = finding_id::peak;
template <> inline constexpr std::optional<finding_id> construct<g::peak_row> = finding_id::peak;
template <> inline constexpr std::optional<finding_id> construct<g::unbounded_peak> = finding_id::peak;
template <> inline constexpr std::optional<finding_id> construct<g::stack_trace_head> = finding_id::stack_trace;
template <> inline constexpr std::optional<finding_id> construct<g::stack_row> = finding_id::stack_trace;
template <> inline constexpr std::optional<finding_id> construct<g::program_usage_head> = finding_id::usage_report;
template <> inline constexpr std::optional<finding_id> construct<g::ranked_allocation> = finding_id::usage_report;
template <> inline constexpr std::optional<finding_id> construct<g::ranked_rest> = finding_id::usage_report;
template <> inline constexpr std::optional<finding_id> construct<g::listed_head> = finding_id::usage_report;
template <> inline constexpr std::optional<finding_id> construct<g::listed_allocation> = finding_id::usage_report;
template <> inline constexpr std::optional<finding_id> construct<g::listed_table_head> = finding_id::usage_report;
template <> inline constexpr std::optional<finding_id> construct<g::listed_row> = finding_id::usage_report;
template <> inline constexpr std::optional<finding_id> construct<g::listed_rest> = finding_id::usage_report;
template <> inline constexpr std::optional<finding_id> construct<g::usage_table_end> = finding_id::usage_report;
template <> inline constexpr std::optional<finding_id> construct<g::space_head> = finding_id::usage_report;
template <> inline constexpr std::optional<finding_id> construct<g::space_table_head> = finding_id::usage_report;
template <> inline constexpr std::optional<finding_id> construct<g::space_row> = finding_id::usage_report;
template <> inline constexpr std::optional<finding_id> construct<g::space_rest> = finding_id::usage_report;
template <> inline constexpr std::optional<finding_id> construct<g::space_table_end> = finding_id::usage_report;
template <> inline constexpr std::optional<finding_id> construct<g::space_end> = finding_id::usage_report;
template <> inline constexpr std::optional<finding_id> construct<g::oom_head> = finding_id::oom_report;
template <> inline constexpr std::optional<finding_id> construct<g::allocation_statistics> = finding_id::oom_report;
template <> inline constexpr std::optional<finding_id> construct<g::oom_gap> = finding_id::oom_report;
template <> inline constexpr std::optional<finding_id> construct<g::contains_head> = finding_id::oom_report;
template <> inline constexpr std::optional<finding_id> construct<g::contained_comma> = finding_id::oom_report;
template <> inline constexpr std::optional<finding_id> construct<g::peak_buffers_head> = finding_id::oom_report;
template <> inline constexpr std::optional<finding_id> construct<g::peak_buffer> = finding_id::oom_report;
template <> inline constexpr std::optional<finding_id> construct<g::tpu_report> = finding_id::tpu_report;
template <> inline constexpr std::optional<finding_id> construct<g::tpu_usage> = finding_id::tpu_report;
template <> inline constexpr std::optional<finding_id> construct<g::info_head> = finding_id::buffer_info;
template <> inline constexpr std::optional<finding_id> construct<g::info_row> = finding_id::buffer_info;
template <> inline constexpr std::optional<finding_id> construct<g::memory_message> = finding_id::memory_message;
template <> inline constexpr std::optional<finding_id> construct<g::module_head> = finding_id::module_text;
template <> inline constexpr std::optional<finding_id> construct<g::file_names_head> = finding_id::module_text;
template <> inline constexpr std::optional<finding_id> construct<g::file_name_row> = finding_id::module_text;
template <> inline constexpr std::optional<finding_id> construct<g::function_names_head> = finding_id::module_text;
template <> inline constexpr std::optional<finding_id> construct<g::function_name_row> = finding_id::module_text;
template <> inline constexpr std::optional<finding_id> construct<g::file_locations_head> = finding_id::module_text;
template <> inline constexpr std::optional<finding_id> construct<g::file_location_row> = finding_id::module_text;
template <> inline constexpr std::optional<finding_id> construct<g::stack_frames_head> = finding_id::module_text;
template <> inline constexpr std::optional<finding_id> construct<g::stack_frame_row> = finding_id::module_text;
template <> inline constexpr std::optional<finding_id> construct<g::tables_end> = finding_id::module_text;
template <> inline constexpr std::optional<finding_id> construct<g::computations_begin> = finding_id::module_text;
template <> inline constexpr std::optional<finding_id> construct<g::computation_head> = finding_id::module_text;
template <> inline constexpr std::optional<finding_id> construct<g::text_instruction> = finding_id::module_text;
template <> inline constexpr std::optional<finding_id> construct<g::computation_end> = finding_id::module_text;

// Text that may contain almost any byte: messages treat line feeds in it separately.
template <typename Rule> inline constexpr bool is_text = false;
template <> inline constexpr bool is_text<g::quoted>       = true;
template <> inline constexpr bool is_text<g::dict>         = true;
template <> inline constexpr bool is_text<g::round_group>  = true;
template <> inline constexpr bool is_text<g::square_group> = true;
template <> inline constexpr bool is_text<g::literal_text> = true;
template <> inline constexpr bool is_text<g::metadata_fields> = true;
template <> inline constexpr bool is_text<g::constant_literal> = true;
template <> inline constexpr bool is_text<g::frontend_attributes> = true;
template <> inline constexpr bool is_text<g::quoted_value> = true;
// clang-format on

} // namespace ballast::read
