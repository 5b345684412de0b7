#include "ast/attribute_table.hpp"

#include <algorithm>
#include <array>

namespace ballast {

namespace {

using ast::attribute_kind;
using ast::opcode_kind;
using enum ast::attribute_kind;
using op = ast::opcode_kind;

struct row {
    opcode_kind opcode;
    std::span<const attribute_kind> keys;
};

template <attribute_kind... Keys>
constexpr std::array keys{Keys...};

// In printed order, references to computations behind the opcode's own keys. `mode` came first for two days.
// clang-format off
constexpr std::array table{
    row{op::all_gather,          keys<channel_id, replica_groups, constrain_layout, dimensions, use_global_device_ids>},
    row{op::all_gather_start,    keys<channel_id, replica_groups, constrain_layout, dimensions, use_global_device_ids>},
    row{op::all_reduce,          keys<mode, channel_id, replica_groups, constrain_layout, use_global_device_ids, to_apply>},
    row{op::all_reduce_start,    keys<mode, channel_id, replica_groups, constrain_layout, use_global_device_ids, to_apply>},
    row{op::all_reduce_scatter,  keys<channel_id, replica_groups, constrain_layout, use_global_device_ids, dimensions, to_apply>},
    row{op::reduce_scatter,      keys<mode, channel_id, replica_groups, constrain_layout, use_global_device_ids, dimensions, to_apply>},
    row{op::all_to_all,          keys<channel_id, replica_groups, constrain_layout, dimensions>},
    row{op::ragged_all_to_all,   keys<channel_id, replica_groups, constrain_layout>},
    row{op::collective_broadcast, keys<channel_id, replica_groups, constrain_layout, has_dynamic_root>},
    row{op::collective_permute,  keys<channel_id, source_target_pairs, slice_sizes>},
    row{op::collective_permute_start, keys<channel_id, source_target_pairs, slice_sizes>},
    row{op::collective_reduce,   keys<channel_id, replica_groups, constrain_layout, use_global_device_ids, has_dynamic_root, to_apply>},
    row{op::send,                keys<channel_id, is_host_transfer>},
    row{op::send_done,           keys<channel_id, is_host_transfer>},
    row{op::recv,                keys<channel_id, is_host_transfer>},
    row{op::recv_done,           keys<channel_id, is_host_transfer>},
    row{op::copy_start,          keys<is_cross_program_prefetch, cross_program_prefetch_index>},
    row{op::batch_norm_grad,     keys<epsilon, feature_index>},
    row{op::batch_norm_inference, keys<epsilon, feature_index>},
    row{op::batch_norm_training, keys<epsilon, feature_index>},
    row{op::fft,                 keys<fft_type, fft_length>},
    row{op::compare,             keys<direction, type>},
    row{op::triangular_solve,    keys<left_side, lower, unit_diagonal, transpose_a>},
    row{op::cholesky,            keys<lower>},
    row{op::topk,                keys<k, largest, is_stable, to_apply>},
    row{op::broadcast,           keys<dimensions>},
    row{op::concatenate,         keys<dimensions>},
    row{op::reduce,              keys<dimensions, to_apply>},
    row{op::reverse,             keys<dimensions>},
    row{op::transpose,           keys<dimensions>},
    row{op::map,                 keys<dimensions, to_apply>},
    row{op::sort,                keys<dimensions, is_stable, to_apply>},
    row{op::scan,                keys<dimensions, num_carries, is_reverse, is_associative, to_apply>},
    row{op::reshape,             keys<inferred_dimension>},
    row{op::slice,               keys<attribute_kind::slice>},
    row{op::dynamic_slice,       keys<dynamic_slice_sizes>},
    row{op::pad,                 keys<padding>},
    row{op::iota,                keys<iota_dimension>},
    row{op::get_tuple_element,   keys<index>},
    row{op::get_dimension_size,  keys<dimensions>},
    row{op::set_dimension_size,  keys<dimensions>},
    row{op::reduce_precision,    keys<exponent_bits, mantissa_bits>},
    row{op::rng,                 keys<distribution>},
    row{op::rng_bit_generator,   keys<algorithm>},
    row{op::rng_get_and_update_state, keys<delta>},
    row{op::parameter,           keys<parameter_replication>},
    row{op::infeed,              keys<infeed_config>},
    row{op::outfeed,             keys<outfeed_shape, outfeed_config>},
    row{op::reduce_window,       keys<window, to_apply>},
    row{op::select_and_scatter,  keys<window, select, attribute_kind::scatter>},
    row{op::convolution,         keys<window, dim_labels, feature_group_count, batch_group_count, convolution_kind, operand_precision,
                                      algorithm, sparsity_config>},
    row{op::dot,                 keys<lhs_batch_dims, lhs_contracting_dims, rhs_batch_dims, rhs_contracting_dims, operand_precision,
                                      algorithm, sparsity>},
    row{op::scaled_dot,          keys<lhs_batch_dims, lhs_contracting_dims, rhs_batch_dims, rhs_contracting_dims, operand_precision,
                                      algorithm>},
    row{op::ragged_dot,          keys<lhs_batch_dims, lhs_contracting_dims, rhs_batch_dims, rhs_contracting_dims, lhs_ragged_dims,
                                      rhs_group_dims, operand_precision, algorithm>},
    row{op::gather,              keys<offset_dims, collapsed_slice_dims, start_index_map, operand_batching_dims,
                                      start_indices_batching_dims, index_vector_dim, slice_sizes, indices_are_sorted>},
    row{op::scatter,             keys<update_window_dims, inserted_window_dims, scatter_dims_to_operand_dims, input_batching_dims,
                                      scatter_indices_batching_dims, index_vector_dim, indices_are_sorted, unique_indices, to_apply>},
    row{op::fusion,              keys<kind, output_to_operand_aliasing, calls>},
    row{op::custom_call,         keys<window, dim_labels, feature_group_count, batch_group_count, operand_precision, algorithm,
                                      padding_type, custom_call_target, operand_layout_constraints, custom_call_has_side_effect,
                                      attribute_kind::literal, output_to_operand_aliasing, schedule, api_version, called_computations,
                                      calls>},
    row{op::domain,              keys<attribute_kind::domain>},
    row{op::while_,              keys<condition, body>},
    row{op::conditional,         keys<true_computation, false_computation, branch_computations>},
    row{op::call,                keys<to_apply, is_composite>},
};

struct form_row {
    value_form form;
    std::span<const attribute_kind> keys;
};
constexpr std::array forms{
    form_row{value_form::integer,       keys<async_group_id, batch_group_count, channel_id, cross_program_prefetch_index, delta,
                                             exponent_bits, feature_group_count, feature_index, index, index_vector_dim,
                                             inferred_dimension, iota_dimension, k, mantissa_bits, num_carries, operation_queue_id>},
    form_row{value_form::boolean,       keys<has_dynamic_root, is_associative, is_stable, largest>},
    form_row{value_form::only_true,     keys<constrain_layout, custom_call_has_side_effect, indices_are_sorted, is_composite,
                                             is_cross_program_prefetch, is_host_transfer, is_reverse, left_side, lower, unique_indices,
                                             unit_diagonal, use_global_device_ids>},
    form_row{value_form::computation,   keys<body, condition, false_computation, attribute_kind::scatter, select, to_apply,
                                             true_computation>},
    form_row{value_form::computations,  keys<branch_computations>},
    form_row{value_form::some_computations, keys<called_computations, calls, control_predecessors>},
    form_row{value_form::integers,      keys<collapsed_slice_dims, dimensions, dynamic_slice_sizes, fft_length, inserted_window_dims,
                                             lhs_contracting_dims, offset_dims, rhs_contracting_dims, scatter_dims_to_operand_dims,
                                             start_index_map, update_window_dims>},
    form_row{value_form::some_integers, keys<input_batching_dims, lhs_batch_dims, lhs_ragged_dims, operand_batching_dims,
                                             outer_dimension_partitions, rhs_batch_dims, rhs_group_dims, scatter_indices_batching_dims,
                                             start_indices_batching_dims, wait_on_operation_queues>},
};

constexpr std::array tail{sharding, frontend_attributes, outer_dimension_partitions, control_predecessors, statistics,
                          operation_queue_id, wait_on_operation_queues, result_accuracy, origin, metadata, backend_config};
constexpr std::array async_keys{async_group_id, async_execution_thread, async_thread_name, output_to_operand_aliasing, calls};

// clang-format on

constexpr std::size_t opcode_count = 256;

// By opcode, the row's place plus one. Rows may be listed in any order, each opcode at most once.
constexpr auto rows = [] {
    std::array<std::uint8_t, opcode_count> result{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        auto& place = result[static_cast<std::size_t>(table[i].opcode)];
        if (place != 0) throw "an opcode has two rows";
        place = static_cast<std::uint8_t>(i + 1);
    }
    return result;
}();

using key_set = std::array<std::uint64_t, 2>;
constexpr void insert(key_set& set, attribute_kind key)
{
    set[static_cast<std::size_t>(key) / 64] |= std::uint64_t{1} << (static_cast<std::size_t>(key) % 64);
}
constexpr bool contains(const key_set& set, attribute_kind key)
{
    return (set[static_cast<std::size_t>(key) / 64] >> (static_cast<std::size_t>(key) % 64) & 1) != 0;
}
static_assert(ast::attribute_kind_count <= 128);

constexpr auto own_sets = [] {
    std::array<key_set, opcode_count> result{};
    for (const auto& r : table)
        for (const auto key : r.keys) insert(result[static_cast<std::size_t>(r.opcode)], key);
    return result;
}();
constexpr auto tail_set = [] {
    key_set result{};
    for (const auto key : tail) insert(result, key);
    insert(result, original_value);
    return result;
}();
constexpr auto async_set = [] {
    key_set result{};
    for (const auto key : async_keys) insert(result, key);
    return result;
}();

constexpr auto forms_by_key = [] {
    std::array<value_form, ast::attribute_kind_count> result{};
    for (const auto& r : forms)
        for (const auto key : r.keys) {
            auto& form = result[static_cast<std::size_t>(key)];
            if (form != value_form::special) throw "a key has two forms";
            form = r.form;
        }
    return result;
}();

constexpr auto places = [] {
    std::array<std::uint8_t, ast::attribute_kind_count> result{};
    for (std::size_t i = 0; i < tail.size(); ++i)
        result[static_cast<std::size_t>(tail[i])] = static_cast<std::uint8_t>(i + 1);
    result[static_cast<std::size_t>(original_value)] = result[static_cast<std::size_t>(origin)];
    return result;
}();

// Opcodes whose names end like async sugar, with what they would wrap.
struct wrapping {
    opcode_kind opcode;
    opcode_kind wrapped;
};
constexpr std::array wrappings{
    wrapping{op::all_gather_start, op::all_gather},
    wrapping{op::all_gather_done, op::all_gather},
    wrapping{op::all_reduce_start, op::all_reduce},
    wrapping{op::all_reduce_done, op::all_reduce},
    wrapping{op::collective_permute_start, op::collective_permute},
    wrapping{op::collective_permute_done, op::collective_permute},
    wrapping{op::copy_start, op::copy},
    wrapping{op::copy_done, op::copy},
    wrapping{op::send_done, op::send},
    wrapping{op::recv_done, op::recv},
    wrapping{op::async_start, op::unknown},
    wrapping{op::async_update, op::unknown},
    wrapping{op::async_done, op::unknown},
};

} // namespace

std::span<const ast::attribute_kind> own_keys(ast::opcode_kind kind)
{
    const auto row = rows[static_cast<std::size_t>(kind)];
    if (row == 0) return {};
    return table[row - 1U].keys;
}

int tail_place(ast::attribute_kind key) { return places[static_cast<std::size_t>(key)]; }

value_form form_of(ast::attribute_kind key) { return forms_by_key[static_cast<std::size_t>(key)]; }

bool is_async(const ast::opcode& op)
{
    return op.suffix != ast::async_suffix::none ||
           std::ranges::any_of(wrappings, [&](const wrapping& w) { return w.opcode == op.kind; });
}

} // namespace ballast

namespace ballast::inline v0::ast {

bool takes(const opcode& op, attribute_kind key)
{
    if (key == attribute_kind::unknown) return false;
    if (contains(tail_set, key) || contains(own_sets[static_cast<std::size_t>(op.kind)], key)) return true;
    if (op.kind == opcode_kind::unknown && op.suffix == async_suffix::none) return false;
    if (!is_async(op)) return false;
    if (contains(async_set, key)) return true;
    for (const auto& w : wrappings)
        if (w.opcode == op.kind && contains(own_sets[static_cast<std::size_t>(w.wrapped)], key)) return true;
    return false;
}

} // namespace ballast::inline v0::ast
