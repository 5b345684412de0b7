// Findings: errors, warnings and notes about a text, as data. Lines, columns and excerpts are computed for display.
#pragma once

#include "ballast/export.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0 {

enum class severity : std::uint8_t { error, warning, note };

// What a finding depends on: the form of one construct, the text as a whole, the nodes around the one in question, the
// eras of all forms in the file, the limits of this run, the tables of known spellings, the other files of the module,
// or, in an accepted text, the consistency of its numbers and names.
enum class phase : std::uint8_t { form, text, context, era, limits, unknown, siblings, semantic };

// All findings. Each has a row in the registry.
// clang-format off
enum class finding_id : std::uint16_t {
    // the grammar does not match inside this construct
    dump, frame, allocation, value_line, used_value, total, instruction, shape, layout, metadata, literal, sharding,
    replica_groups, attribute, live_range, peak, stack_trace, usage_report,
    oom_report, buffer_info, module_text, tpu_report, memory_message,
    // the text as a whole
    empty_input, byte_order_mark, carriage_return, nul_byte, invalid_utf8, line_feed, truncated, log_prefix, not_a_dump,
    second_dump, second_frame, trailing_text,
    // context rules
    integer_range, too_deep, index_mark, operand_shapes, folded_element, layout_rank, split_dimension, literal_shape,
    literal_element, attribute_value, default_value, frontend_order, device_count, mesh_axis, attribute_shape, attribute_order,
    missing_attribute, allocation_class, mixed_eras, frame_name, missing_live_range,
    missing_values, missing_allocations, missing_rows, missing_peak_rows, stack_depth, stack_rails, stack_top,
    stack_end, memory_space, alias_twice, alias_part, frame_number, frame_reference,
    tpu_space, tpu_incomplete,
    // what this run requires
    other_era,
    // limits
    too_large, out_of_memory,
    // findings in accepted texts
    era_skew, trimmed_end, unknown_element_type, unknown_opcode, unknown_attribute, unknown_sharding,
    unknown_item,
    // the files of a module, by their names
    missing_sibling, sibling_twice, other_kind,
    // contradictions in accepted texts: with the other files of the module
    other_module,
    // allocations
    allocation_number, allocation_pointer, temporary_order, temporary_twice, empty_allocation,
    allocation_size, arena_size, several_values, shared_allocation, value_order, value_twice, value_outside,
    value_offset, offset_gap, offset_alignment, shared_bytes, value_color, reused_value, layout_color, total_sum,
    total_human,
    // parameters and results
    parameter_twice, parameter_value, missing_parameter, parameter_shape, output_shape, live_out, missing_result,
    result_size, result_bytes, root_order,
    // used values and their instructions
    missing_entry, entry_name, phi_order, defining_position, position_twice, index_presence, instruction_name,
    instruction_text, scheduling_name, value_shape, value_bytes, constant_allocation, use_operand, missing_use,
    use_order, tuple_use, unknown_operand,
    // the schedule and the live ranges
    range_max, sequence_number, sequence_twice, sequence_value, use_schedule, operand_order, use_before_definition,
    range_order, range_twice, range_name, missing_range, unexpected_range, range_bounds, range_start, parameter_range,
    range_end,
    // the peak and its stack trace
    peak_moment, peak_rows, peak_bytes, peak_order, peak_sum, moment_row, trace_total, trace_presence, trace_sum,
    trace_remaining, trace_order, trace_percent, trace_label,
    // memory-usage reports
    usage_size, usage_sum, usage_percent, usage_order, usage_rest, usage_listed, usage_values,
    // a memory-usage report compared with the allocations of its module
    report_space, report_allocation, report_total, report_row, report_sum, report_order, report_rest,
    // out-of-memory reports and buffer tables
    statistics_total, statistics_percent, buffer_order, buffer_bytes, info_order, info_uses, info_time,
    // out-of-memory reports of TPUs
    tpu_excess, tpu_total, tpu_used, tpu_rows, tpu_percent, tpu_temporaries, tpu_order, tpu_padding, tpu_shape, tpu_sum,
    tpu_bytes,
    // messages about memory, and the sizes of a compiled program compared with its dump
    message_size, message_sum, compiled_sizes,
    // a module text compared with its dump
    entry_parameter, entry_result, entry_alias, missing_frame, text_name, text_instruction, text_order,
    // the instructions of a module text compared with each other
    text_twice, text_operand, text_signature, text_call, frame_order, module_name,
    // instructions compared with their operands and positions
    missing_part, operand_layouts, result_shape, parameter_name,
    peak_audit,
};
// clang-format on

// One row of the registry.
struct finding_info {
    finding_id id;
    std::string_view name; // as printed in brackets: `index_mark`
    ballast::phase phase;
    ballast::severity severity;
    std::uint8_t rule; // the number of the broken context rule: 3 is C3; 0: none
    std::string_view sentence;
};
BALLAST_API const finding_info& info(finding_id id);
// The whole registry, in the order of the identifiers.
BALLAST_API std::span<const finding_info> all_findings();

BALLAST_API std::string_view name_of(phase which);
BALLAST_API std::string_view name_of(severity which);

// A numbered rule that a grammar cannot express. A text that the grammar matches is refused if it breaks one.
struct context_rule_info {
    std::uint8_t number;
    std::string_view name;
    std::string_view sentence;
};
BALLAST_API std::span<const context_rule_info> context_rules();

// A message and its arguments. Each `{}` in the pattern is replaced by an argument; `{{` and `}}` are braces.
struct finding_message {
    std::string_view pattern; // has static storage
    std::vector<std::string> arguments{};

    [[nodiscard]] BALLAST_API std::string text() const;
    friend bool operator==(const finding_message&, const finding_message&) = default;
};

// Another place that explains a finding.
struct related_place {
    std::int64_t begin = 0; // bytes from the start of the file
    std::int64_t end = 0;
    finding_message message{};
    std::size_t file = 0; // as in the finding

    friend bool operator==(const related_place&, const related_place&) = default;
};

struct finding {
    finding_id id = finding_id::dump;
    ballast::severity severity = severity::error;
    // The broken context rule, if it is not that of the identifier: an error inside the value of a known attribute has
    // the identifier of the construct there.
    std::uint8_t rule = 0;
    std::size_t file = 0;   // of the files that were checked together, in their order
    std::int64_t begin = 0; // bytes from the start of the file
    std::int64_t end = 0;
    finding_message message{};
    std::vector<related_place> related{};

    friend bool operator==(const finding&, const finding&) = default;
};

// The number of the context rule that a text breaks; 0 if the grammar does not match the text.
BALLAST_API std::uint8_t context_rule_of(const finding& what);

// A place in a text for display. Lines and columns start at 1; columns count code points, and each byte that is not
// UTF-8 counts as one.
struct text_place {
    std::int64_t line = 1;
    std::int64_t column = 1;
};

// Converts offsets to places. It reads the text once, up to the largest offset asked for; later look-ups take
// logarithmic time. Not thread-safe.
class BALLAST_API line_table {
public:
    explicit line_table(std::string_view text) : text_(text) {}

    [[nodiscard]] text_place place_of(std::int64_t offset);
    [[nodiscard]] std::string_view text() const { return text_; }

private:
    struct checkpoint {
        std::size_t offset = 0;
        text_place place;
    };
    void read_up_to(std::size_t offset);

    std::string_view text_;
    std::vector<checkpoint> known_{{}};
};

// The line around a range of a text, at most 160 columns. Characters that a terminal cannot show are replaced by `?`.
struct excerpt {
    std::string window;
    std::int64_t caret = 0; // the 0-based column of the range in the window
    std::int64_t width = 1; // the number of its columns in the window, at least 1
};
BALLAST_API excerpt excerpt_of(std::string_view text, std::int64_t begin, std::int64_t end);

} // namespace ballast::inline v0
