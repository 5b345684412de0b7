// What is wrong with a text, as values that own their strings.
#pragma once

#include "ballast/export.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ballast::inline v0 {

enum class severity : std::uint8_t { error, warning, note };

// Every kind of diagnostic, as it stands in brackets behind a message.
// clang-format off
enum class diagnostic_kind : std::uint8_t {
    // the grammar does not match inside this construct
    dump, frame, allocation, value_line, used_value, total, instruction, shape, layout, metadata, literal, sharding,
    replica_groups, attribute, live_range, peak, stack_trace,
    // the text as a whole
    empty_input, byte_order_mark, carriage_return, nul_byte, invalid_utf8, line_feed, truncated, log_prefix, not_a_dump,
    second_dump, second_frame, trailing_text,
    // context rules
    integer_range, too_deep, index_mark, operand_shapes, layout_rank, literal_shape, literal_element, attribute_order,
    mixed_eras, frame_name, missing_live_range,
    missing_values, missing_peak_rows, stack_depth, stack_rails, stack_end,
    // limits
    too_large, out_of_memory,
    // findings that do not refuse a text
    era_skew, unknown_element_type, unknown_opcode, unknown_attribute, unknown_sharding,
};
// clang-format on
inline constexpr std::size_t diagnostic_kind_count = static_cast<std::size_t>(diagnostic_kind::unknown_sharding) + 1;

struct diagnostic_kind_info {
    std::string_view name;     // `index_mark`
    std::string_view sentence; // what it means, for the documents
};
BALLAST_API const diagnostic_kind_info& info(diagnostic_kind kind);

// What a grammar cannot say and the builder checks: the closed, numbered list of rules under which a text that the
// grammar matches is refused all the same.
enum class context_rule : std::uint8_t {
    integer_range,
    nesting,
    index_marks,
    operand_shapes,
    layout_of_shape,
    literal_of_shape,
    literal_element,
    attribute_value,
    attribute_order,
    one_era,
    frame_name,
    whole_file,
    stack_tree,
};
inline constexpr std::size_t context_rule_count = static_cast<std::size_t>(context_rule::stack_tree) + 1;
BALLAST_API const diagnostic_kind_info& info(context_rule rule);

// Where in a text an offset lies.
struct text_place {
    std::int64_t line = 1;   // 1-based
    std::int64_t column = 1; // 1-based, in code points
};

// One fault or finding. `window` is the source line around the place, at most 160 columns; `caret` is the 0-based
// column of the place in it.
struct diagnostic {
    ballast::severity severity = severity::error;
    diagnostic_kind kind = diagnostic_kind::dump;
    std::string message;
    std::int64_t offset = 0; // bytes from the start of the text
    text_place place;
    std::string window;
    std::int64_t caret = 0;
    std::optional<context_rule> context; // the rule that does not hold, where the text was refused for one
};

// The place of `offset` in `text`; counts from the beginning.
BALLAST_API text_place place_of(std::string_view text, std::int64_t offset);

// A diagnostic about `offset` in `text`, with place, window and caret filled in.
BALLAST_API diagnostic make_diagnostic(severity how, diagnostic_kind kind, std::string message, std::string_view text,
                                       std::int64_t offset);

} // namespace ballast::inline v0
