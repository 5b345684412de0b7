// What a rule is called in a message, and which construct it stands for.
#pragma once

#include "ballast/finding.hpp"
#include "grammar/entry.hpp"

#include <optional>
#include <string_view>

namespace ballast::read {

namespace g = grammar;

// Empty: the rule's parts speak for themselves; a literal is named by its text.
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
template <> inline constexpr std::string_view expected<g::attribute_key>     = "an attribute";
template <> inline constexpr std::string_view expected<g::instruction>       = "an instruction";
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
template <> inline constexpr std::string_view expected<g::frontend_key>      = "a key";
template <> inline constexpr std::string_view expected<g::attribute_end>     = "the end of the attribute";
template <> inline constexpr std::string_view expected<g::top_row>           = "a top-level node";
template <> inline constexpr std::string_view expected<g::stack_label>       = "a label and its numbers";
template <> inline constexpr std::string_view expected<g::value_phi_v2>      = "`PHI `";
template <> inline constexpr std::string_view expected<g::value_color_v2>    = "a color";
template <> inline constexpr std::string_view expected<g::element_type>      = "an element type";
template <> inline constexpr std::string_view expected<g::rail>              = "a rail";
template <> inline constexpr std::string_view expected<g::frame_text>        = "a file name";

template <typename Rule>
inline constexpr std::optional<diagnostic_kind> construct{};

template <> inline constexpr std::optional<diagnostic_kind> construct<g::dump>            = diagnostic_kind::dump;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::frame_first>     = diagnostic_kind::frame;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::frame_last>      = diagnostic_kind::frame;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::allocation_line> = diagnostic_kind::allocation;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::allocation_alone> = diagnostic_kind::allocation;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::reused_head>     = diagnostic_kind::allocation;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::reused_value>    = diagnostic_kind::allocation;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::value_line>      = diagnostic_kind::value_line;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::value_alone>      = diagnostic_kind::value_line;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::used_value>      = diagnostic_kind::used_value;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::total>           = diagnostic_kind::total;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::instruction>     = diagnostic_kind::instruction;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::shape>           = diagnostic_kind::shape;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::plain_shape>     = diagnostic_kind::shape;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::layout>          = diagnostic_kind::layout;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::metadata>        = diagnostic_kind::metadata;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::literal>         = diagnostic_kind::literal;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::complete_attribute> = diagnostic_kind::attribute;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::sharding>        = diagnostic_kind::sharding;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::replica_groups>  = diagnostic_kind::replica_groups;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::live_range_head> = diagnostic_kind::live_range;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::sequence_head> = diagnostic_kind::live_range;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::sequence_row> = diagnostic_kind::live_range;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::ranges_head> = diagnostic_kind::live_range;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::live_range_row> = diagnostic_kind::live_range;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::moments_head> = diagnostic_kind::live_range;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::moment_row> = diagnostic_kind::live_range;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::peak_head> = diagnostic_kind::peak;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::peak_row> = diagnostic_kind::peak;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::unbounded_peak> = diagnostic_kind::peak;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::stack_trace_head> = diagnostic_kind::stack_trace;
template <> inline constexpr std::optional<diagnostic_kind> construct<g::stack_row> = diagnostic_kind::stack_trace;

// Text in which any byte but a few may stand: a line feed here has a message of its own.
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
