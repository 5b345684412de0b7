// The fields of XLA's messages, and the releases that first and last had them: read from the descriptors in 13
// libraries.
//
//     {k::hlo_module, 7, holds(k::hlo_schedule)}, // schedule
#pragma once

#include <cstdint>

namespace ballast::inline v0::proto {

// clang-format off
enum class message_kind : std::uint8_t {
    hlo, hlo_module, buffer_assignment, hlo_computation, program_shape, hlo_schedule, hlo_input_output_alias,
    dynamic_parameter_binding, cross_program_prefetch, op_sharding, hlo_module_profile_info, device_assignment,
    stack_frame_index, hlo_buffer_donor, frontend_attributes, original_value_recovery_table,
    debug_attribute_table_entry, logical_buffer, buffer_assignment_buffer_alias, buffer_allocation,
    heap_simulator_trace, buffer_assignment_peak_buffers, hlo_instruction, shape, hlo_schedule_sequences_entry,
    hlo_input_output_alias_alias_entry, dynamic_parameter_binding_binding, op_metadata, named_sharding,
    device_assignment_computation_device, stack_frame_index_file_location, stack_frame_index_stack_frame,
    hlo_buffer_donor_buffer_donor_entry, frontend_attributes_map_entry, original_value_recovery_table_entry,
    original_array, debug_attributes, logical_buffer_location, buffer_allocation_assigned,
    heap_simulator_trace_event, literal, window, convolution_dimension_numbers,
    hlo_instruction_slice_dimensions, padding_config, dot_dimension_numbers, gather_dimension_numbers,
    scatter_dimension_numbers, replica_group, precision_config, source_target, triangular_solve_options,
    parameter_replication, cholesky_options, output_operand_aliasing, statistics_viz, sparsity_descriptor,
    collective_device_list, original_value, ragged_dot_dimension_numbers, result_accuracy,
    iota_replica_group_list, mesh_axes_replica_group_list, sparsity_config, payload, block_scaling_config,
    shuffle_mode, layout, hlo_schedule_instruction_sequence, op_metadata_profile_info, mesh,
    named_sharding_dimension_sharding, axis_ref, x64_config, window_dimension,
    padding_config_padding_config_dimension, statistic, original_value_element, result_accuracy_tolerance,
    sparsity_config_tensor_sparsity_config, block_scaling_config_tensor_block_scaling_config,
    shuffle_mode_rotate, tile, split_config, mesh_mesh_axis, mesh_iota_transform, axis_ref_sub_axis
};
// clang-format on
inline constexpr auto message_kinds = static_cast<std::size_t>(message_kind::axis_ref_sub_axis) + 1;

// How a value is stored. Repeated numbers can be packed.
enum class wire : std::uint8_t { varint, fixed32, fixed64, bytes, holds };

// The libraries whose messages were compared, by age. Their dates are in era/proto_dates.hpp.
enum class seen : std::uint8_t {
    always,
    tf_1_15,
    tf_2_4,
    tf_2_6,
    tf_2_9,
    tf_2_12,
    jaxlib_0_4_13,
    tf_2_15,
    jaxlib_0_4_35,
    jaxlib_0_5_3,
    jaxlib_0_7_1,
    jaxlib_0_9_2,
    jaxlib_0_12_0_1,
    still,
};

struct field_row {
    // The kind of the values: a wire type, or the messages that it holds.
    struct value {
        proto::wire as = proto::wire::varint;
        message_kind held{};
        constexpr value(proto::wire w) : as(w) {}
        constexpr explicit value(message_kind kind) : as(proto::wire::holds), held(kind) {}
    };
    message_kind of;
    std::uint32_t number;
    value type;
    seen first = seen::always;
    seen last = seen::still;
};

constexpr field_row::value holds(message_kind kind) { return field_row::value(kind); }

using k = message_kind;
// clang-format off
inline constexpr field_row field_rows[]{
    {k::hlo, 1, holds(k::hlo_module)}, // hlo_module
    {k::hlo, 3, holds(k::buffer_assignment)}, // buffer_assignment
    {k::hlo_module, 1, wire::bytes}, // name
    {k::hlo_module, 2, wire::bytes}, // entry_computation_name
    {k::hlo_module, 3, holds(k::hlo_computation)}, // computations
    {k::hlo_module, 4, holds(k::program_shape)}, // host_program_shape
    {k::hlo_module, 5, wire::varint}, // id
    {k::hlo_module, 6, wire::varint}, // entry_computation_id
    {k::hlo_module, 7, holds(k::hlo_schedule)}, // schedule
    {k::hlo_module, 8, holds(k::hlo_input_output_alias)}, // input_output_alias
    {k::hlo_module, 9, holds(k::dynamic_parameter_binding), seen::always, seen::jaxlib_0_4_13}, // dynamic_parameter_binding
    {k::hlo_module, 10, holds(k::cross_program_prefetch), seen::tf_2_4}, // cross_program_prefetches
    {k::hlo_module, 11, wire::varint, seen::tf_2_6}, // is_dynamic
    {k::hlo_module, 12, holds(k::op_sharding), seen::tf_2_9}, // spmd_output_sharding
    {k::hlo_module, 13, holds(k::hlo_module_profile_info), seen::tf_2_9}, // profile_info
    {k::hlo_module, 14, holds(k::op_sharding), seen::tf_2_9}, // spmd_parameters_shardings
    {k::hlo_module, 15, holds(k::device_assignment), seen::tf_2_12}, // device_assignment
    {k::hlo_module, 16, wire::varint, seen::tf_2_12}, // use_auto_spmd_partitioning
    {k::hlo_module, 17, holds(k::stack_frame_index), seen::tf_2_15}, // stack_frame_index
    {k::hlo_module, 18, holds(k::hlo_buffer_donor), seen::tf_2_15}, // buffer_donor
    {k::hlo_module, 19, holds(k::frontend_attributes), seen::tf_2_15}, // frontend_attributes
    {k::hlo_module, 20, holds(k::original_value_recovery_table), seen::jaxlib_0_7_1}, // original_value_recovery_table
    {k::hlo_module, 21, wire::bytes, seen::jaxlib_0_9_2}, // device_type
    {k::hlo_module, 22, wire::bytes, seen::jaxlib_0_12_0_1}, // payloads
    {k::hlo_module, 23, wire::varint, seen::jaxlib_0_12_0_1}, // pjrt_id
    {k::hlo_module, 24, holds(k::debug_attribute_table_entry), seen::jaxlib_0_12_0_1}, // debug_attributes
    {k::hlo_module, 25, wire::bytes, seen::jaxlib_0_12_0_1}, // backend_config
    {k::buffer_assignment, 1, holds(k::logical_buffer)}, // logical_buffers
    {k::buffer_assignment, 2, holds(k::buffer_assignment_buffer_alias)}, // buffer_aliases
    {k::buffer_assignment, 3, holds(k::buffer_allocation)}, // buffer_allocations
    {k::buffer_assignment, 4, holds(k::heap_simulator_trace)}, // heap_simulator_traces
    {k::buffer_assignment, 5, holds(k::buffer_assignment_peak_buffers), seen::jaxlib_0_12_0_1}, // peak_buffers
    {k::hlo_computation, 1, wire::bytes}, // name
    {k::hlo_computation, 2, holds(k::hlo_instruction)}, // instructions
    {k::hlo_computation, 4, holds(k::program_shape)}, // program_shape
    {k::hlo_computation, 5, wire::varint}, // id
    {k::hlo_computation, 6, wire::varint}, // root_id
    {k::hlo_computation, 7, wire::varint, seen::tf_2_9}, // is_fusion_computation
    {k::hlo_computation, 8, wire::bytes, seen::tf_2_12}, // execution_thread
    {k::hlo_computation, 9, wire::bytes, seen::jaxlib_0_12_0_1}, // backend_config
    {k::program_shape, 1, holds(k::shape)}, // parameters
    {k::program_shape, 2, holds(k::shape)}, // result
    {k::program_shape, 3, wire::bytes}, // parameter_names
    {k::hlo_schedule, 1, holds(k::hlo_schedule_sequences_entry)}, // sequences
    {k::hlo_input_output_alias, 1, holds(k::hlo_input_output_alias_alias_entry)}, // entries
    {k::dynamic_parameter_binding, 1, holds(k::dynamic_parameter_binding_binding)}, // entries
    {k::cross_program_prefetch, 1, wire::varint}, // parameter
    {k::cross_program_prefetch, 2, wire::varint}, // index
    {k::cross_program_prefetch, 3, wire::varint, seen::tf_2_12}, // offset
    {k::op_sharding, 1, wire::varint}, // type
    {k::op_sharding, 2, holds(k::shape)}, // tile_shape
    {k::op_sharding, 3, wire::varint}, // tile_assignment_dimensions
    {k::op_sharding, 4, wire::varint}, // tile_assignment_devices
    {k::op_sharding, 5, holds(k::op_sharding)}, // tuple_shardings
    {k::op_sharding, 6, wire::varint, seen::tf_2_4}, // replicate_on_last_tile_dim
    {k::op_sharding, 7, holds(k::op_metadata), seen::tf_2_12}, // metadata
    {k::op_sharding, 8, wire::varint, seen::tf_2_12}, // last_tile_dims
    {k::op_sharding, 9, wire::varint, seen::jaxlib_0_4_13}, // iota_reshape_dims
    {k::op_sharding, 10, wire::varint, seen::jaxlib_0_4_13}, // iota_transpose_perm
    {k::op_sharding, 11, wire::varint, seen::jaxlib_0_4_35}, // is_shard_group
    {k::op_sharding, 12, wire::varint, seen::jaxlib_0_4_35}, // shard_group_id
    {k::op_sharding, 13, wire::varint, seen::jaxlib_0_4_35}, // shard_group_type
    {k::op_sharding, 14, holds(k::named_sharding), seen::jaxlib_0_9_2}, // named_sharding
    {k::hlo_module_profile_info, 1, wire::varint}, // profile_type
    {k::hlo_module_profile_info, 2, wire::fixed64}, // relative_speedup
    {k::hlo_module_profile_info, 3, wire::varint}, // profile_source
    {k::hlo_module_profile_info, 4, wire::varint}, // compilation_event
    {k::hlo_module_profile_info, 5, wire::bytes, seen::jaxlib_0_4_35}, // fingerprint
    {k::hlo_module_profile_info, 6, wire::varint, seen::jaxlib_0_5_3}, // profile_generation_strategy
    {k::hlo_module_profile_info, 7, wire::varint, seen::jaxlib_0_7_1}, // original_changelist
    {k::hlo_module_profile_info, 8, wire::varint, seen::jaxlib_0_7_1}, // changelist
    {k::device_assignment, 1, wire::varint}, // replica_count
    {k::device_assignment, 2, wire::varint}, // computation_count
    {k::device_assignment, 3, holds(k::device_assignment_computation_device)}, // computation_devices
    {k::stack_frame_index, 1, wire::bytes}, // file_names
    {k::stack_frame_index, 2, wire::bytes}, // function_names
    {k::stack_frame_index, 3, holds(k::stack_frame_index_file_location)}, // file_locations
    {k::stack_frame_index, 4, holds(k::stack_frame_index_stack_frame)}, // stack_frames
    {k::hlo_buffer_donor, 1, holds(k::hlo_buffer_donor_buffer_donor_entry)}, // entries
    {k::frontend_attributes, 1, holds(k::frontend_attributes_map_entry)}, // map
    {k::original_value_recovery_table, 1, holds(k::original_value_recovery_table_entry)}, // entries
    {k::debug_attribute_table_entry, 1, holds(k::original_array)}, // original_array
    {k::debug_attribute_table_entry, 2, holds(k::debug_attributes)}, // debug_attributes
    {k::logical_buffer, 1, wire::varint}, // id
    {k::logical_buffer, 2, wire::varint}, // size
    {k::logical_buffer, 3, holds(k::logical_buffer_location)}, // defined_at
    {k::logical_buffer, 4, wire::varint}, // color
    {k::buffer_assignment_buffer_alias, 1, wire::varint}, // source_buffer_id
    {k::buffer_assignment_buffer_alias, 2, holds(k::logical_buffer_location)}, // location
    {k::buffer_allocation, 1, wire::varint}, // index
    {k::buffer_allocation, 2, wire::varint}, // size
    {k::buffer_allocation, 3, wire::varint}, // is_thread_local
    {k::buffer_allocation, 5, wire::varint}, // is_entry_computation_parameter
    {k::buffer_allocation, 6, wire::varint}, // parameter_number
    {k::buffer_allocation, 7, wire::varint}, // maybe_live_out
    {k::buffer_allocation, 8, wire::varint}, // color
    {k::buffer_allocation, 9, holds(k::buffer_allocation_assigned)}, // assigned
    {k::buffer_allocation, 10, wire::varint}, // parameter_shape_index
    {k::buffer_allocation, 11, wire::varint}, // is_tuple
    {k::buffer_allocation, 12, wire::varint}, // is_constant
    {k::buffer_allocation, 13, wire::varint, seen::jaxlib_0_7_1}, // is_parameter_aliased_with_output
    {k::heap_simulator_trace, 1, holds(k::heap_simulator_trace_event)}, // events
    {k::heap_simulator_trace, 2, wire::varint}, // whole_module_simulation
    {k::heap_simulator_trace, 3, wire::varint, seen::tf_2_6}, // buffer_allocation_index
    {k::buffer_assignment_peak_buffers, 1, wire::varint}, // index
    {k::buffer_assignment_peak_buffers, 2, wire::varint}, // logical_buffer_ids
    {k::hlo_instruction, 1, wire::bytes}, // name
    {k::hlo_instruction, 2, wire::bytes}, // opcode
    {k::hlo_instruction, 3, holds(k::shape)}, // shape
    {k::hlo_instruction, 7, holds(k::op_metadata)}, // metadata
    {k::hlo_instruction, 8, holds(k::literal)}, // literal
    {k::hlo_instruction, 9, wire::varint}, // parameter_number
    {k::hlo_instruction, 11, wire::bytes}, // fusion_kind
    {k::hlo_instruction, 13, wire::varint}, // tuple_index
    {k::hlo_instruction, 14, wire::varint}, // dimensions
    {k::hlo_instruction, 15, holds(k::window)}, // window
    {k::hlo_instruction, 16, holds(k::convolution_dimension_numbers)}, // convolution_dimension_numbers
    {k::hlo_instruction, 17, holds(k::hlo_instruction_slice_dimensions)}, // slice_dimensions
    {k::hlo_instruction, 18, wire::varint}, // exponent_bits
    {k::hlo_instruction, 19, wire::varint}, // mantissa_bits
    {k::hlo_instruction, 20, wire::varint}, // dynamic_slice_sizes
    {k::hlo_instruction, 21, holds(k::padding_config)}, // padding_config
    {k::hlo_instruction, 22, wire::bytes}, // outfeed_config
    {k::hlo_instruction, 23, wire::varint}, // distribution
    {k::hlo_instruction, 24, wire::fixed32}, // epsilon
    {k::hlo_instruction, 25, wire::varint}, // feature_index
    {k::hlo_instruction, 26, wire::varint}, // channel_id
    {k::hlo_instruction, 27, wire::bytes}, // infeed_config
    {k::hlo_instruction, 28, wire::bytes}, // custom_call_target
    {k::hlo_instruction, 29, holds(k::shape)}, // outfeed_shape
    {k::hlo_instruction, 30, holds(k::dot_dimension_numbers)}, // dot_dimension_numbers
    {k::hlo_instruction, 31, wire::varint}, // fft_type
    {k::hlo_instruction, 32, wire::varint}, // fft_length
    {k::hlo_instruction, 33, holds(k::gather_dimension_numbers)}, // gather_dimension_numbers
    {k::hlo_instruction, 34, wire::varint}, // gather_slice_sizes
    {k::hlo_instruction, 35, wire::varint}, // id
    {k::hlo_instruction, 36, wire::varint}, // operand_ids
    {k::hlo_instruction, 37, wire::varint}, // control_predecessor_ids
    {k::hlo_instruction, 38, wire::varint}, // called_computation_ids
    {k::hlo_instruction, 40, holds(k::op_sharding)}, // sharding
    {k::hlo_instruction, 41, wire::bytes, seen::always, seen::tf_2_9}, // channel_name
    {k::hlo_instruction, 42, wire::varint, seen::always, seen::tf_2_9}, // cost_estimate_ns
    {k::hlo_instruction, 43, wire::bytes}, // backend_config
    {k::hlo_instruction, 45, wire::varint}, // all_reduce_id
    {k::hlo_instruction, 47, wire::varint}, // is_host_transfer
    {k::hlo_instruction, 48, holds(k::scatter_dimension_numbers)}, // scatter_dimension_numbers
    {k::hlo_instruction, 49, holds(k::replica_group)}, // replica_groups
    {k::hlo_instruction, 50, wire::varint}, // feature_group_count
    {k::hlo_instruction, 51, holds(k::precision_config)}, // precision_config
    {k::hlo_instruction, 52, holds(k::source_target)}, // source_target_pairs
    {k::hlo_instruction, 54, holds(k::op_sharding)}, // domain_entry_sharding
    {k::hlo_instruction, 55, holds(k::op_sharding)}, // domain_exit_sharding
    {k::hlo_instruction, 56, wire::varint}, // constrain_layout
    {k::hlo_instruction, 57, holds(k::shape)}, // operand_shapes_with_layout
    {k::hlo_instruction, 58, wire::varint}, // batch_group_count
    {k::hlo_instruction, 59, holds(k::triangular_solve_options)}, // triangular_solve_options
    {k::hlo_instruction, 60, wire::varint}, // is_stable
    {k::hlo_instruction, 61, holds(k::parameter_replication)}, // parameter_replication
    {k::hlo_instruction, 62, holds(k::cholesky_options)}, // cholesky_options
    {k::hlo_instruction, 63, wire::bytes}, // comparison_direction
    {k::hlo_instruction, 64, wire::varint, seen::always, seen::tf_2_9}, // outer_dimension_partitions
    {k::hlo_instruction, 65, wire::varint}, // custom_call_has_side_effect
    {k::hlo_instruction, 66, wire::varint}, // delta
    {k::hlo_instruction, 67, wire::varint}, // indices_are_sorted
    {k::hlo_instruction, 68, holds(k::frontend_attributes), seen::tf_2_4}, // frontend_attributes
    {k::hlo_instruction, 69, wire::varint, seen::tf_2_4}, // unique_indices
    {k::hlo_instruction, 70, wire::varint, seen::tf_2_4}, // rng_algorithm
    {k::hlo_instruction, 71, wire::varint, seen::tf_2_4}, // use_global_device_ids
    {k::hlo_instruction, 72, wire::bytes, seen::tf_2_4}, // comparison_type
    {k::hlo_instruction, 73, wire::varint, seen::tf_2_4}, // is_cross_program_prefetch
    {k::hlo_instruction, 74, holds(k::output_operand_aliasing), seen::tf_2_4}, // output_operand_aliasing
    {k::hlo_instruction, 75, wire::varint, seen::tf_2_6}, // padding_type
    {k::hlo_instruction, 76, wire::varint, seen::tf_2_6}, // custom_call_schedule
    {k::hlo_instruction, 77, wire::varint, seen::tf_2_9}, // custom_call_api_version
    {k::hlo_instruction, 78, wire::varint, seen::tf_2_12, seen::tf_2_15}, // async_group_id
    {k::hlo_instruction, 79, wire::bytes, seen::tf_2_12}, // async_execution_thread
    {k::hlo_instruction, 80, wire::varint, seen::tf_2_12}, // cross_program_prefetch_index
    {k::hlo_instruction, 81, wire::varint, seen::jaxlib_0_4_13}, // k
    {k::hlo_instruction, 82, holds(k::statistics_viz), seen::tf_2_15}, // statistics_viz
    {k::hlo_instruction, 85, wire::varint, seen::jaxlib_0_4_35}, // largest
    {k::hlo_instruction, 86, holds(k::sparsity_descriptor), seen::jaxlib_0_4_35, seen::jaxlib_0_5_3}, // dot_sparsity
    {k::hlo_instruction, 87, holds(k::collective_device_list), seen::jaxlib_0_4_35}, // collective_device_list
    {k::hlo_instruction, 88, holds(k::original_value), seen::jaxlib_0_4_35}, // original_value
    {k::hlo_instruction, 89, wire::varint, seen::jaxlib_0_4_35}, // is_composite
    {k::hlo_instruction, 90, holds(k::ragged_dot_dimension_numbers), seen::jaxlib_0_5_3}, // ragged_dot_dimension_numbers
    {k::hlo_instruction, 91, holds(k::result_accuracy), seen::jaxlib_0_5_3}, // result_accuracy
    {k::hlo_instruction, 92, holds(k::iota_replica_group_list), seen::jaxlib_0_9_2}, // iota_collective_device_list
    {k::hlo_instruction, 93, holds(k::mesh_axes_replica_group_list), seen::jaxlib_0_9_2}, // mesh_axes_replica_group_list
    {k::hlo_instruction, 94, wire::varint, seen::jaxlib_0_9_2}, // is_reverse
    {k::hlo_instruction, 95, wire::varint, seen::jaxlib_0_9_2}, // num_carries
    {k::hlo_instruction, 96, wire::varint, seen::jaxlib_0_9_2}, // is_associative
    {k::hlo_instruction, 97, wire::varint, seen::jaxlib_0_9_2}, // conv_kind
    {k::hlo_instruction, 98, holds(k::sparsity_config), seen::jaxlib_0_9_2}, // sparsity_config
    {k::hlo_instruction, 99, holds(k::payload), seen::jaxlib_0_12_0_1}, // backend_config_payload
    {k::hlo_instruction, 100, wire::varint, seen::jaxlib_0_12_0_1}, // has_dynamic_root
    {k::hlo_instruction, 101, holds(k::block_scaling_config), seen::jaxlib_0_12_0_1}, // block_scaling_config
    {k::hlo_instruction, 102, wire::bytes, seen::jaxlib_0_12_0_1}, // comparison_order
    {k::hlo_instruction, 103, holds(k::shuffle_mode), seen::jaxlib_0_12_0_1}, // shuffle_mode
    {k::shape, 2, wire::varint}, // element_type
    {k::shape, 3, wire::varint}, // dimensions
    {k::shape, 4, holds(k::shape)}, // tuple_shapes
    {k::shape, 5, holds(k::layout)}, // layout
    {k::shape, 6, wire::varint}, // is_dynamic_dimension
    {k::hlo_schedule_sequences_entry, 1, wire::varint}, // key
    {k::hlo_schedule_sequences_entry, 2, holds(k::hlo_schedule_instruction_sequence)}, // value
    {k::hlo_input_output_alias_alias_entry, 1, wire::varint}, // output_shape_index
    {k::hlo_input_output_alias_alias_entry, 2, wire::varint}, // parameter_number
    {k::hlo_input_output_alias_alias_entry, 3, wire::varint}, // parameter_shape_index
    {k::hlo_input_output_alias_alias_entry, 4, wire::varint}, // kind
    {k::dynamic_parameter_binding_binding, 1, wire::varint}, // dynamic_param_num
    {k::dynamic_parameter_binding_binding, 2, wire::varint}, // dynamic_param_index
    {k::dynamic_parameter_binding_binding, 3, wire::varint}, // target_param_num
    {k::dynamic_parameter_binding_binding, 4, wire::varint}, // target_param_index
    {k::dynamic_parameter_binding_binding, 5, wire::varint}, // target_param_dim_num
    {k::op_metadata, 1, wire::bytes}, // op_type
    {k::op_metadata, 2, wire::bytes}, // op_name
    {k::op_metadata, 3, wire::bytes}, // source_file
    {k::op_metadata, 4, wire::varint}, // source_line
    {k::op_metadata, 5, wire::varint, seen::tf_2_4}, // profile_type
    {k::op_metadata, 6, wire::varint, seen::tf_2_12, seen::jaxlib_0_4_13}, // creation_pass_id
    {k::op_metadata, 7, wire::varint, seen::tf_2_12, seen::jaxlib_0_4_13}, // logical_creation_pass_id
    {k::op_metadata, 8, wire::varint, seen::tf_2_12}, // size_of_generated_code_in_bytes
    {k::op_metadata, 9, wire::varint, seen::tf_2_12}, // size_of_memory_working_set_in_bytes
    {k::op_metadata, 10, holds(k::op_metadata_profile_info), seen::tf_2_12}, // profile_info
    {k::op_metadata, 12, wire::bytes, seen::jaxlib_0_4_13}, // deduplicated_name
    {k::op_metadata, 13, wire::varint, seen::jaxlib_0_4_35, seen::jaxlib_0_4_35}, // preserve_layout
    {k::op_metadata, 15, wire::varint, seen::jaxlib_0_4_35}, // stack_frame_id
    {k::op_metadata, 16, wire::bytes, seen::jaxlib_0_4_35}, // scheduling_name
    {k::op_metadata, 17, wire::varint, seen::jaxlib_0_7_1}, // source_end_line
    {k::op_metadata, 18, wire::varint, seen::jaxlib_0_7_1}, // source_column
    {k::op_metadata, 19, wire::varint, seen::jaxlib_0_7_1}, // source_end_column
    {k::op_metadata, 20, holds(k::payload), seen::jaxlib_0_12_0_1}, // metadata_payload
    {k::named_sharding, 2, holds(k::mesh)}, // mesh
    {k::named_sharding, 3, holds(k::named_sharding_dimension_sharding)}, // dim_shardings
    {k::named_sharding, 4, holds(k::axis_ref)}, // replicated_axes
    {k::named_sharding, 5, holds(k::axis_ref)}, // unreduced_axes
    {k::named_sharding, 6, holds(k::op_metadata)}, // metadata
    {k::named_sharding, 7, holds(k::axis_ref)}, // manual_axes
    {k::named_sharding, 8, wire::varint, seen::jaxlib_0_12_0_1}, // reduction_op
    {k::device_assignment_computation_device, 1, wire::varint}, // replica_device_ids
    {k::stack_frame_index_file_location, 1, wire::varint}, // file_name_id
    {k::stack_frame_index_file_location, 2, wire::varint}, // function_name_id
    {k::stack_frame_index_file_location, 3, wire::varint}, // line
    {k::stack_frame_index_file_location, 4, wire::varint}, // column
    {k::stack_frame_index_file_location, 5, wire::varint, seen::jaxlib_0_7_1}, // end_line
    {k::stack_frame_index_file_location, 6, wire::varint, seen::jaxlib_0_7_1}, // end_column
    {k::stack_frame_index_stack_frame, 1, wire::varint}, // file_location_id
    {k::stack_frame_index_stack_frame, 2, wire::varint}, // parent_frame_id
    {k::hlo_buffer_donor_buffer_donor_entry, 1, wire::varint}, // parameter_number
    {k::hlo_buffer_donor_buffer_donor_entry, 2, wire::varint}, // parameter_shape_index
    {k::frontend_attributes_map_entry, 1, wire::bytes}, // key
    {k::frontend_attributes_map_entry, 2, wire::bytes}, // value
    {k::original_value_recovery_table_entry, 1, holds(k::original_array), seen::jaxlib_0_7_1}, // old_original_array
    {k::original_value_recovery_table_entry, 2, holds(k::original_array), seen::jaxlib_0_7_1}, // new_original_array
    {k::original_value_recovery_table_entry, 3, holds(k::hlo_module)}, // recovery_module
    {k::original_array, 1, wire::bytes, seen::jaxlib_0_4_35}, // instruction_name
    {k::original_array, 2, wire::varint, seen::jaxlib_0_4_35}, // shape_index
    {k::original_array, 3, wire::varint, seen::jaxlib_0_4_35, seen::jaxlib_0_5_3}, // shape_index
    {k::debug_attributes, 1, wire::varint}, // log_mode
    {k::debug_attributes, 2, wire::varint}, // callback_id
    {k::debug_attributes, 3, wire::varint}, // op_id
    {k::debug_attributes, 4, wire::varint}, // partitioned
    {k::debug_attributes, 5, wire::bytes}, // operands_sharding
    {k::debug_attributes, 6, holds(k::x64_config)}, // x64_config
    {k::logical_buffer_location, 1, wire::bytes, seen::always, seen::tf_2_9}, // computation_name
    {k::logical_buffer_location, 2, wire::bytes}, // instruction_name
    {k::logical_buffer_location, 3, wire::varint}, // shape_index
    {k::logical_buffer_location, 4, wire::varint, seen::tf_2_12}, // instruction_id
    {k::buffer_allocation_assigned, 1, wire::varint}, // logical_buffer_id
    {k::buffer_allocation_assigned, 2, wire::varint}, // offset
    {k::buffer_allocation_assigned, 3, wire::varint}, // size
    {k::buffer_allocation_assigned, 4, wire::varint, seen::jaxlib_0_9_2}, // element_type
    {k::heap_simulator_trace_event, 1, wire::varint}, // kind
    {k::heap_simulator_trace_event, 2, wire::varint}, // buffer_id
    {k::heap_simulator_trace_event, 3, wire::bytes}, // computation_name
    {k::heap_simulator_trace_event, 4, wire::bytes}, // instruction_name
    {k::heap_simulator_trace_event, 5, wire::varint}, // share_with_canonical_id
    {k::literal, 1, holds(k::shape)}, // shape
    {k::literal, 2, wire::varint}, // preds
    {k::literal, 3, wire::bytes}, // u8s
    {k::literal, 4, wire::varint}, // s32s
    {k::literal, 5, wire::varint}, // s64s
    {k::literal, 6, wire::varint}, // u32s
    {k::literal, 7, wire::varint}, // u64s
    {k::literal, 8, wire::fixed32}, // f32s
    {k::literal, 9, wire::fixed64}, // f64s
    {k::literal, 10, holds(k::literal)}, // tuple_literals
    {k::literal, 11, wire::bytes}, // f16s
    {k::literal, 12, wire::fixed32}, // c64s
    {k::literal, 13, wire::bytes}, // bf16s
    {k::literal, 14, wire::varint}, // sparse_indices
    {k::literal, 15, wire::bytes}, // s8s
    {k::literal, 16, wire::bytes}, // u16s
    {k::literal, 17, wire::bytes}, // s16s
    {k::literal, 18, wire::fixed64}, // c128s
    {k::literal, 19, wire::bytes, seen::tf_2_12}, // f8e5m2s
    {k::literal, 20, wire::bytes, seen::tf_2_12}, // f8e4m3fns
    {k::literal, 21, wire::bytes, seen::jaxlib_0_4_13}, // s4s
    {k::literal, 22, wire::bytes, seen::jaxlib_0_4_13}, // u4s
    {k::literal, 23, wire::bytes, seen::jaxlib_0_4_13}, // f8e4m3b11fnuzs
    {k::literal, 24, wire::bytes, seen::jaxlib_0_4_35}, // f8e5m2fnuzs
    {k::literal, 25, wire::bytes, seen::jaxlib_0_4_35}, // f8e4m3fnuzs
    {k::literal, 26, wire::bytes, seen::jaxlib_0_4_35}, // s2s
    {k::literal, 27, wire::bytes, seen::jaxlib_0_4_35}, // u2s
    {k::literal, 28, wire::bytes, seen::jaxlib_0_4_35}, // f8e4m3s
    {k::literal, 29, wire::bytes, seen::jaxlib_0_4_35}, // f8e3m4s
    {k::literal, 30, wire::bytes, seen::jaxlib_0_5_3}, // s1s
    {k::literal, 31, wire::bytes, seen::jaxlib_0_5_3}, // u1s
    {k::literal, 32, wire::bytes, seen::jaxlib_0_5_3}, // f4e2m1fns
    {k::literal, 33, wire::bytes, seen::jaxlib_0_5_3}, // f8e8m0fnus
    {k::literal, 34, wire::varint, seen::jaxlib_0_12_0_1}, // dynamic_sizes
    {k::literal, 35, wire::bytes, seen::jaxlib_0_12_0_1}, // f6e3m2fns
    {k::literal, 36, wire::bytes, seen::jaxlib_0_12_0_1}, // f6e2m3fns
    {k::window, 1, holds(k::window_dimension)}, // dimensions
    {k::convolution_dimension_numbers, 3, wire::varint}, // kernel_input_feature_dimension
    {k::convolution_dimension_numbers, 4, wire::varint}, // kernel_output_feature_dimension
    {k::convolution_dimension_numbers, 6, wire::varint}, // kernel_spatial_dimensions
    {k::convolution_dimension_numbers, 7, wire::varint}, // input_batch_dimension
    {k::convolution_dimension_numbers, 8, wire::varint}, // input_feature_dimension
    {k::convolution_dimension_numbers, 9, wire::varint}, // output_batch_dimension
    {k::convolution_dimension_numbers, 10, wire::varint}, // output_feature_dimension
    {k::convolution_dimension_numbers, 11, wire::varint}, // input_spatial_dimensions
    {k::convolution_dimension_numbers, 12, wire::varint}, // output_spatial_dimensions
    {k::hlo_instruction_slice_dimensions, 1, wire::varint}, // start
    {k::hlo_instruction_slice_dimensions, 2, wire::varint}, // limit
    {k::hlo_instruction_slice_dimensions, 3, wire::varint}, // stride
    {k::padding_config, 1, holds(k::padding_config_padding_config_dimension)}, // dimensions
    {k::dot_dimension_numbers, 1, wire::varint}, // lhs_contracting_dimensions
    {k::dot_dimension_numbers, 2, wire::varint}, // rhs_contracting_dimensions
    {k::dot_dimension_numbers, 3, wire::varint}, // lhs_batch_dimensions
    {k::dot_dimension_numbers, 4, wire::varint}, // rhs_batch_dimensions
    {k::gather_dimension_numbers, 1, wire::varint}, // offset_dims
    {k::gather_dimension_numbers, 2, wire::varint}, // collapsed_slice_dims
    {k::gather_dimension_numbers, 3, wire::varint}, // start_index_map
    {k::gather_dimension_numbers, 4, wire::varint}, // index_vector_dim
    {k::gather_dimension_numbers, 5, wire::varint, seen::jaxlib_0_4_35}, // operand_batching_dims
    {k::gather_dimension_numbers, 6, wire::varint, seen::jaxlib_0_4_35}, // start_indices_batching_dims
    {k::scatter_dimension_numbers, 1, wire::varint}, // update_window_dims
    {k::scatter_dimension_numbers, 2, wire::varint}, // inserted_window_dims
    {k::scatter_dimension_numbers, 3, wire::varint}, // scatter_dims_to_operand_dims
    {k::scatter_dimension_numbers, 4, wire::varint}, // index_vector_dim
    {k::scatter_dimension_numbers, 5, wire::varint, seen::jaxlib_0_4_35}, // input_batching_dims
    {k::scatter_dimension_numbers, 6, wire::varint, seen::jaxlib_0_4_35}, // scatter_indices_batching_dims
    {k::replica_group, 1, wire::varint}, // replica_ids
    {k::precision_config, 1, wire::varint}, // operand_precision
    {k::precision_config, 2, wire::varint, seen::jaxlib_0_4_35}, // algorithm
    {k::source_target, 1, wire::varint}, // source
    {k::source_target, 2, wire::varint}, // target
    {k::triangular_solve_options, 1, wire::varint}, // left_side
    {k::triangular_solve_options, 2, wire::varint}, // lower
    {k::triangular_solve_options, 3, wire::varint}, // unit_diagonal
    {k::triangular_solve_options, 4, wire::varint}, // transpose_a
    {k::parameter_replication, 1, wire::varint}, // replicated_at_leaf_buffers
    {k::cholesky_options, 1, wire::varint}, // lower
    {k::output_operand_aliasing, 1, wire::varint}, // output_shape_index
    {k::output_operand_aliasing, 2, wire::varint}, // operand_index
    {k::output_operand_aliasing, 3, wire::varint}, // operand_shape_index
    {k::statistics_viz, 1, wire::varint}, // stat_index_to_visualize
    {k::statistics_viz, 2, holds(k::statistic)}, // statistics
    {k::sparsity_descriptor, 1, wire::varint}, // type
    {k::sparsity_descriptor, 2, wire::varint}, // index
    {k::sparsity_descriptor, 3, wire::varint}, // dimension
    {k::sparsity_descriptor, 4, wire::varint}, // n
    {k::sparsity_descriptor, 5, wire::varint}, // m
    {k::collective_device_list, 1, holds(k::replica_group)}, // replica_groups
    {k::collective_device_list, 2, holds(k::iota_replica_group_list), seen::jaxlib_0_4_35}, // iota_replica_group_list
    {k::original_value, 1, holds(k::original_value_element), seen::jaxlib_0_4_35}, // elements
    {k::original_value, 2, wire::varint, seen::jaxlib_0_7_1}, // is_synthetic_call
    {k::original_value, 3, wire::bytes, seen::jaxlib_0_12_0_1}, // call_hierarchy
    {k::ragged_dot_dimension_numbers, 1, holds(k::dot_dimension_numbers)}, // dot_dimension_numbers
    {k::ragged_dot_dimension_numbers, 2, wire::varint}, // lhs_ragged_dimensions
    {k::ragged_dot_dimension_numbers, 3, wire::varint}, // rhs_group_dimensions
    {k::result_accuracy, 1, wire::varint}, // mode
    {k::result_accuracy, 2, holds(k::result_accuracy_tolerance)}, // tolerance
    {k::iota_replica_group_list, 1, wire::varint}, // num_replica_groups
    {k::iota_replica_group_list, 2, wire::varint}, // num_devices_per_group
    {k::iota_replica_group_list, 3, wire::varint}, // iota_reshape_dims
    {k::iota_replica_group_list, 4, wire::varint}, // iota_transpose_perm
    {k::mesh_axes_replica_group_list, 1, holds(k::mesh)}, // mesh
    {k::mesh_axes_replica_group_list, 2, holds(k::axis_ref)}, // axes
    {k::sparsity_config, 1, holds(k::sparsity_config_tensor_sparsity_config)}, // lhs
    {k::sparsity_config, 2, holds(k::sparsity_config_tensor_sparsity_config)}, // rhs
    {k::payload, 1, wire::bytes}, // value
    {k::payload, 2, wire::varint}, // id
    {k::block_scaling_config, 1, holds(k::block_scaling_config_tensor_block_scaling_config)}, // lhs
    {k::block_scaling_config, 2, holds(k::block_scaling_config_tensor_block_scaling_config)}, // rhs
    {k::shuffle_mode, 1, holds(k::shuffle_mode_rotate)}, // rotate
    {k::layout, 1, wire::varint}, // minor_to_major
    {k::layout, 4, wire::varint, seen::always, seen::tf_2_4}, // format
    {k::layout, 5, wire::varint, seen::always, seen::tf_1_15}, // max_sparse_elements
    {k::layout, 6, holds(k::tile)}, // tiles
    {k::layout, 7, wire::varint}, // element_size_in_bits
    {k::layout, 8, wire::varint}, // memory_space
    {k::layout, 9, wire::varint, seen::tf_2_12}, // dim_level_types
    {k::layout, 10, holds(k::shape), seen::tf_2_12}, // physical_shape
    {k::layout, 11, wire::varint, seen::tf_2_12}, // index_primitive_type
    {k::layout, 12, wire::varint, seen::tf_2_12}, // pointer_primitive_type
    {k::layout, 13, wire::varint, seen::tf_2_12}, // dim_unique
    {k::layout, 14, wire::varint, seen::tf_2_12}, // dim_ordered
    {k::layout, 15, wire::varint, seen::tf_2_12}, // dynamic_shape_metadata_prefix_bytes
    {k::layout, 16, wire::varint, seen::jaxlib_0_4_35}, // tail_padding_alignment_in_elements
    {k::layout, 17, holds(k::split_config), seen::jaxlib_0_4_35}, // split_configs
    {k::hlo_schedule_instruction_sequence, 1, wire::varint}, // instruction_ids
    {k::op_metadata_profile_info, 1, wire::varint}, // profile_type
    {k::op_metadata_profile_info, 2, wire::fixed64}, // relative_speedup
    {k::op_metadata_profile_info, 3, wire::varint}, // profile_source
    {k::op_metadata_profile_info, 4, wire::varint}, // compilation_event
    {k::op_metadata_profile_info, 5, wire::varint, seen::jaxlib_0_7_1}, // profile_generation_strategy
    {k::mesh, 1, holds(k::mesh_mesh_axis)}, // axes
    {k::mesh, 2, wire::varint}, // device_ids
    {k::mesh, 3, holds(k::mesh_iota_transform), seen::jaxlib_0_12_0_1}, // iota_transform
    {k::named_sharding_dimension_sharding, 1, holds(k::axis_ref)}, // axes
    {k::named_sharding_dimension_sharding, 2, wire::varint}, // is_closed
    {k::axis_ref, 1, wire::varint}, // mesh_axis_index
    {k::axis_ref, 2, holds(k::axis_ref_sub_axis)}, // sub_axis_info
    {k::x64_config, 1, wire::bytes}, // xprecision_64bit_fragment
    {k::x64_config, 2, wire::bytes}, // original_log_instruction_name
    {k::x64_config, 3, wire::bytes}, // xprecision_64bit_original_type
    {k::window_dimension, 1, wire::varint}, // size
    {k::window_dimension, 2, wire::varint}, // stride
    {k::window_dimension, 3, wire::varint}, // padding_low
    {k::window_dimension, 4, wire::varint}, // padding_high
    {k::window_dimension, 5, wire::varint}, // window_dilation
    {k::window_dimension, 6, wire::varint}, // base_dilation
    {k::window_dimension, 7, wire::varint}, // window_reversal
    {k::padding_config_padding_config_dimension, 1, wire::varint}, // edge_padding_low
    {k::padding_config_padding_config_dimension, 2, wire::varint}, // edge_padding_high
    {k::padding_config_padding_config_dimension, 3, wire::varint}, // interior_padding
    {k::statistic, 1, wire::bytes}, // stat_name
    {k::statistic, 2, wire::fixed64}, // stat_val
    {k::original_value_element, 1, wire::varint}, // shape_index
    {k::original_value_element, 2, holds(k::original_array)}, // original_array
    {k::result_accuracy_tolerance, 1, wire::fixed64}, // atol
    {k::result_accuracy_tolerance, 2, wire::fixed64}, // rtol
    {k::result_accuracy_tolerance, 3, wire::varint}, // ulps
    {k::sparsity_config_tensor_sparsity_config, 1, wire::varint}, // num_non_zero
    {k::sparsity_config_tensor_sparsity_config, 2, wire::varint}, // block_size
    {k::sparsity_config_tensor_sparsity_config, 3, wire::varint}, // dimension
    {k::sparsity_config_tensor_sparsity_config, 4, wire::varint}, // stride
    {k::sparsity_config_tensor_sparsity_config, 5, wire::varint, seen::jaxlib_0_12_0_1}, // idx
    {k::block_scaling_config_tensor_block_scaling_config, 1, wire::varint}, // scale_idx
    {k::block_scaling_config_tensor_block_scaling_config, 2, wire::varint}, // zero_idx
    {k::block_scaling_config_tensor_block_scaling_config, 3, wire::varint}, // strides
    {k::block_scaling_config_tensor_block_scaling_config, 4, wire::varint}, // steps
    {k::shuffle_mode_rotate, 1, wire::varint}, // shifts
    {k::tile, 1, wire::varint}, // dimensions
    {k::split_config, 1, wire::varint}, // dimension
    {k::split_config, 2, wire::varint}, // split_indices
    {k::mesh_mesh_axis, 1, wire::bytes}, // name
    {k::mesh_mesh_axis, 2, wire::varint}, // size
    {k::mesh_iota_transform, 1, wire::varint}, // reshape_dims
    {k::mesh_iota_transform, 2, wire::varint}, // transpose_perm
    {k::axis_ref_sub_axis, 1, wire::varint}, // pre_size
    {k::axis_ref_sub_axis, 2, wire::varint}, // size
};
// clang-format on

} // namespace ballast::inline v0::proto
