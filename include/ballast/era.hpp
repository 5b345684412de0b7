// Dates texts: the features of a text, the periods in which XLA printed each of them, and the eras that follow from
// the features of a file.
#pragma once

#include "ballast/ast/forms.hpp"
#include "ballast/export.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0 {

namespace ast {
enum class dump_kind : std::uint8_t;
}

// A time on XLA's main branch, by commit dates: YYYYMMDDhhmm as a number.
using commit_time = std::int64_t;
BALLAST_API extern const commit_time begin_of_history;      // start of D0, the first dump file
inline constexpr commit_time end_of_history = 999999999999; // later than every commit

// One named era of the dump text, such as D24. Eras that ended and came back (D1, D6) have a row for each period.
struct dump_state {
    std::string_view name;
    commit_time begin;
    commit_time end;
};
BALLAST_API std::span<const dump_state> dump_states();

// A set of periods of XLA's history. Each period includes its begin and excludes its end.
class BALLAST_API era_set {
public:
    struct interval {
        commit_time begin;
        commit_time end;
        bool operator==(const interval&) const = default;
    };

    era_set() = default;
    explicit era_set(std::vector<interval> intervals) : intervals_(std::move(intervals)) {}
    static era_set all() { return era_set{{{begin_of_history, end_of_history}}}; }

    [[nodiscard]] bool empty() const { return intervals_.empty(); }
    [[nodiscard]] std::span<const interval> intervals() const { return intervals_; }
    [[nodiscard]] era_set intersect(const era_set& other) const { return intersect(other.intervals()); }
    // `others` must be ascending and disjoint.
    [[nodiscard]] era_set intersect(std::span<const interval> others) const;
    [[nodiscard]] bool contains(commit_time time) const;
    // `D16..D16 2025-05-16..2025-07-23`. Several periods are joined by `, `; an open end is written `now`.
    [[nodiscard]] std::string to_string() const;

    bool operator==(const era_set&) const = default;

private:
    std::vector<interval> intervals_; // ascending, disjoint, not empty
};

// `2025-05-16`, or `now`.
BALLAST_API std::string day_text(commit_time time);

// The era of a name or date, such as `D14` or `2024-11-01`. A name gives all periods of that era, a date gives that
// day.
BALLAST_API std::optional<era_set> parse_era(std::string_view text);

// The features by which a file is dated, in the order of the timeline. Features that only the timeline uses (dated
// words and forms that a single grammar rule shows) follow these; they have no enumerators.
// clang-format off
enum class feature : std::uint16_t {
    // the dump text
    pointer, no_pointer, value_lines_v1, value_lines_v2, value_lines_v3, value_lines_v4, allocations_alone,
    combined_file, values_file, live_range_file, no_total, bare_total, human_total, every_moment, no_live_range,
    live_range_section, parameter_without_shape, parameter_with_shape, unknown_parameter_shape, output_shape,
    whole_parameter_shape, parameter_subshape, no_from_line, from_tight, from_glued, from_own_line,
    uses_not_initialized, bare_empty_uses, none_for_empty_uses, reused_block, page, unbounded_peak,
    live_range_not_available, bare_peak_rows, indexed_peak_rows, cumulative_peak_rows, no_stack_trace, stack_trace,
    ranges_reach_positions, colors_in_layouts, arenas_of_one_color, private_stacks, asynchronous_schedule,
    ranges_share_a_step, calls_as_users, sorted_usage_report,
    many_peak_buffers, six_digit_literals,
    // the text of instructions and shapes
    operand_shapes, no_operand_shapes, index_marks, no_index_marks, invalid_layout, sparse_layout,
    unbounded_dimension, buffer_shape, levels, dense_levels, level_marks, loose_levels, invalid_levels,
    levels_after_tiles, levels_before_tiles, element_bits, tail_padding, splits, physical_shape, dynamic_metadata,
    sparse_types, invalid_type, bare_deduplicated_name, deduplicated_name, preserve_layout, scheduling_name,
    source_columns, stack_frame_id, metadata_payload, profile_types, scheduling_name_alone, stack_frame_id_alone,
    empty_metadata, two_blanks_in_empty_literals, one_blank_in_empty_literals, large_constants, nan_payload,
    parenthesised_literal, shaped_literal, angle_mesh, angle_maximal_mesh, square_mesh, bracket_mesh, quoted_mesh,
    maximal_mesh, single_device, glued_device_ids, device_ids, mesh_groups, iota_groups, named_sharding, manual_axes,
    word_after_mesh, replicated_after_mesh, unreduced_after_mesh, reduction_of_axes, reduction_after_mesh, reduction_alone,
    metadata_after_word, sharding_metadata, reduction_metadata, shard_group, replicated_last_tile, manual_sharding,
    iota_sharding, last_tile_dims, maximal_subgroup, maximul_subgroup, unreduced_subgroup, unknown_sharding,
    unreduced, sharding_marks, no_sharding_marks, frontend_dict, frontend_quoted_dict, frontend_raw, frontend_quoted,
    frontend_bare, doubled_frontend_attributes, bare_dict_config, quoted_dict_config, invisible_origin, empty_origin,
    synthetic_call, async_sugar, attributes_of_async_end, early_result_accuracy, schedule_as_possible, schedule_bare,
    schedule_prefixed, sparsity_index, no_sparsity_index, convolution_of_many, empty_window, unused_label,
};
// clang-format on
inline constexpr std::size_t named_features = static_cast<std::size_t>(feature::unused_label) + 1;

// The number of all features, including those without enumerators.
BALLAST_API std::size_t feature_count();

struct feature_info {
    std::string_view name; // as `ballast era` prints it
    bool instruction_text; // true: a feature of the instructions, whose dates are independent of the dump text
    std::span<const era_set::interval> printed; // when XLA printed it
};
BALLAST_API feature_info info(feature which);
BALLAST_API era_set eras(feature which);

// The first place that shows a feature; the offset is in bytes.
struct witness {
    feature which;
    std::int64_t offset = 0;

    bool operator==(const witness&) const = default;
};

// The dating of a file, as its witnesses determine it.
struct era_report {
    era_set possible;              // by the dump features and, if they fit, the instruction features
    std::optional<witness> from;   // the feature that sets the begin, if there is one
    std::optional<witness> until;  // the feature that sets the end, if there is one
    std::optional<witness> skewed; // the first instruction feature that does not fit the era of the dump
};
BALLAST_API era_report date(std::span<const witness> witnesses);

// Two features that no XLA could have printed in one file. `here` is later in the text.
struct contradiction {
    witness here;
    witness there;
};
// The first contradiction in a file, if there is one.
BALLAST_API std::optional<contradiction> find_contradiction(std::span<const witness> witnesses);

// The spellings chosen by a file with these witnesses, and those chosen by the XLA of that time.
BALLAST_API ast::forms forms_of(std::span<const witness> witnesses);
BALLAST_API ast::forms forms_at(commit_time when);

// The kinds of the dumps that an XLA of that time wrote for a module, in that order.
BALLAST_API std::span<const ast::dump_kind> kinds_at(commit_time when);

// The times at which the text changed in any way, ascending. Between two of them the text is the same.
BALLAST_API std::vector<commit_time> turning_points();

} // namespace ballast::inline v0
