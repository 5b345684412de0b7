// The keys and the keyword values of attributes.
#pragma once

#include "ballast/export.hpp"
#include "ballast/list.hpp"

#include <cstdint>
#include <string_view>

namespace ballast::inline v0::ast {

// All attribute keys since 2020, with underscores for hyphens. `unknown` is any key that is not in the table.
// clang-format off
enum class attribute_kind : std::uint8_t {
    unknown,
    algorithm, api_version, async_execution_thread, async_group_id, async_thread_name, backend_config,
    batch_group_count, block_scaling_config, body, branch_computations, called_computations, calls, channel_id, collapsed_slice_dims,
    condition, constrain_layout, control_predecessors, convolution_kind, cross_program_prefetch_index,
    custom_call_has_side_effect, custom_call_target, delta, dim_labels, dimensions, direction, distribution, domain,
    dynamic_slice_sizes, epsilon, exponent_bits, false_computation, feature_group_count, feature_index, fft_length,
    fft_type, frontend_attributes, has_dynamic_root, index, index_vector_dim, indices_are_sorted, infeed_config,
    inferred_dimension, input_batching_dims, inserted_window_dims, iota_dimension, is_associative, is_composite,
    is_cross_program_prefetch, is_host_transfer, is_reverse, is_stable, k, kind, largest, left_side, lhs_batch_dims,
    lhs_contracting_dims, lhs_ragged_dims, literal, lower, mantissa_bits, metadata, mode, num_carries, offset_dims,
    operand_batching_dims, operand_layout_constraints, operand_precision, operation_queue_id, order, origin, original_value,
    outer_dimension_partitions, outfeed_config, outfeed_shape, output_to_operand_aliasing, padding, padding_type,
    parameter_replication, replica_groups, result_accuracy, rhs_batch_dims, rhs_contracting_dims, rhs_group_dims,
    scatter, scatter_dims_to_operand_dims, scatter_indices_batching_dims, schedule, select, sharding, shifts, slice,
    slice_sizes, source_target_pairs, sparsity, sparsity_config, start_index_map, start_indices_batching_dims,
    statistics, to_apply, transpose_a, true_computation, type, unique_indices, unit_diagonal, update_window_dims,
    use_global_device_ids, wait_on_operation_queues, window,
};

// The words that attributes have as values, from all closed sets: fusion kinds, directions, types and
// orders of comparisons, fft types, transposes, convolution kinds, distributions and algorithms of random numbers, paddings,
// schedules, api versions, modes of collectives and shuffles, precisions, dot algorithms. `default` has a trailing underscore.
enum class keyword : std::uint8_t {
    none,
    kLoop, kInput, kOutput, kCustom, EQ, NE, GE, GT, LE, LT, FLOAT, TOTALORDER, SIGNED, UNSIGNED, TOTAL, PARTIAL, FFT,
    IFFT, RFFT, IRFFT, NO_TRANSPOSE, TRANSPOSE, ADJOINT, fprop, wgrad, dgrad, rng_uniform, rng_normal, rng_invalid, rng_default,
    rng_three_fry, rng_philox, PADDING_VALID, PADDING_SAME, SCHEDULE_LATEST, SCHEDULE_EARLIEST, LATE_AS_POSSIBLE,
    EARLY_AS_POSSIBLE, LATEST, EARLIEST, API_VERSION_STATUS_RETURNING_UNIFIED, API_VERSION_STATUS_RETURNING,
    API_VERSION_TYPED_FFI, API_VERSION_UNSPECIFIED, cross_replica_and_partition, cross_replica, cross_partition,
    flattened_id, rotate, default_, high, highest, packed_nibble, dot_any_f8_any_f8_f32_fast_accum, dot_any_f8_any_f8_f32,
    dot_f16_f16_f16, dot_f16_f16_f32, dot_bf16_bf16_bf16, dot_bf16_bf16_fp8x3, dot_bf16_bf16_fp8x4, dot_bf16_bf16_f32_x3, dot_bf16_bf16_f32_x6,
    dot_bf16_bf16_f32_x9, dot_bf16_bf16_f32, dot_tf32_tf32_f32_x3, dot_tf32_tf32_f32, dot_f32_f32_f32,
    dot_f64_f64_f64,
};
// clang-format on
inline constexpr std::size_t attribute_kind_count = static_cast<std::size_t>(attribute_kind::window) + 1;

BALLAST_API std::string_view spelling(attribute_kind kind);
BALLAST_API std::string_view spelling(keyword word);
// The kind or word with this spelling, or `unknown` and `none`.
BALLAST_API attribute_kind attribute_kind_of(std::string_view spelling);
BALLAST_API keyword keyword_of(std::string_view spelling);

// A key. `other` is the spelling if the kind is unknown.
struct attribute_key {
    attribute_kind kind = attribute_kind::unknown;
    box<std::string_view> other;

    bool operator==(const attribute_key&) const = default;
    static constexpr auto members(auto m)
    {
        return m("attribute_key", m("kind", &attribute_key::kind), m("other", &attribute_key::other));
    }
};

} // namespace ballast::inline v0::ast
