#include "ast/attribute_table.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace ballast {

namespace {

using ast::attribute_kind;
using ast::opcode_kind;
using enum ast::attribute_kind;
using op = ast::opcode_kind;

struct row {
    opcode_kind opcode;
    std::span<const own_key> keys;
};

// A key that is printed for each instruction of the opcode.
consteval own_key each(attribute_kind key) { return {key, true}; }

template <own_key... Keys>
constexpr std::array<own_key, sizeof...(Keys)> own{Keys...};
template <attribute_kind... Keys>
constexpr std::array keys{Keys...};

// In printed order, references to computations after the opcode's own keys. `mode` came first for two days.
// clang-format off
constexpr std::array table{
    row{op::all_gather, own<channel_id, each(replica_groups), constrain_layout, each(dimensions), use_global_device_ids>},
    row{op::all_gather_start, own<channel_id, each(replica_groups), constrain_layout, each(dimensions), use_global_device_ids>},
    row{op::all_reduce, own<mode, channel_id, each(replica_groups), constrain_layout, use_global_device_ids, each(to_apply)>},
    row{op::all_reduce_start, own<mode, channel_id, each(replica_groups), constrain_layout, use_global_device_ids, each(to_apply)>},
    row{op::all_reduce_scatter, own<channel_id, each(replica_groups), constrain_layout, use_global_device_ids,
                                    each(dimensions), each(to_apply)>},
    row{op::reduce_scatter, own<mode, channel_id, each(replica_groups), constrain_layout, use_global_device_ids,
                                each(dimensions), each(to_apply)>},
    row{op::all_to_all, own<channel_id, each(replica_groups), constrain_layout, dimensions>},
    row{op::ragged_all_to_all, own<channel_id, each(replica_groups), constrain_layout>},
    row{op::collective_broadcast, own<channel_id, each(replica_groups), constrain_layout, each(has_dynamic_root)>},
    row{op::collective_permute, own<channel_id, each(source_target_pairs), slice_sizes>},
    row{op::collective_permute_start, own<channel_id, each(source_target_pairs), slice_sizes>},
    row{op::collective_reduce, own<channel_id, each(replica_groups), constrain_layout, use_global_device_ids,
                                   each(has_dynamic_root), each(to_apply)>},
    row{op::send, own<channel_id, is_host_transfer>},
    row{op::send_done, own<channel_id, is_host_transfer>},
    row{op::recv, own<channel_id, is_host_transfer>},
    row{op::recv_done, own<channel_id, is_host_transfer>},
    row{op::copy_start, own<is_cross_program_prefetch, cross_program_prefetch_index>},
    row{op::batch_norm_grad, own<each(epsilon), each(feature_index)>},
    row{op::batch_norm_inference, own<each(epsilon), each(feature_index)>},
    row{op::batch_norm_training, own<each(epsilon), each(feature_index)>},
    row{op::fft, own<each(fft_type), each(fft_length)>},
    row{op::compare, own<each(direction), type, order>},
    row{op::triangular_solve, own<left_side, lower, unit_diagonal, transpose_a>},
    row{op::cholesky, own<lower>},
    row{op::topk, own<each(k), each(largest), each(is_stable), to_apply>},
    row{op::broadcast, own<each(dimensions)>},
    row{op::concatenate, own<each(dimensions)>},
    row{op::reduce, own<each(dimensions), each(to_apply)>},
    row{op::reverse, own<each(dimensions)>},
    row{op::transpose, own<each(dimensions)>},
    row{op::map, own<each(dimensions), each(to_apply)>},
    row{op::sort, own<each(dimensions), is_stable, each(to_apply)>},
    row{op::scan, own<each(dimensions), each(num_carries), is_reverse, is_associative, each(to_apply)>},
    row{op::reshape, own<inferred_dimension>},
    row{op::slice, own<each(attribute_kind::slice)>},
    row{op::dynamic_slice, own<each(dynamic_slice_sizes)>},
    row{op::shuffle, own<each(dimensions), each(mode), each(shifts)>},
    row{op::pad, own<each(padding)>},
    row{op::iota, own<each(iota_dimension)>},
    row{op::get_tuple_element, own<each(index)>},
    row{op::get_dimension_size, own<each(dimensions)>},
    row{op::set_dimension_size, own<each(dimensions)>},
    row{op::reduce_precision, own<each(exponent_bits), each(mantissa_bits)>},
    row{op::rng, own<each(distribution)>},
    row{op::rng_bit_generator, own<each(algorithm)>},
    row{op::rng_get_and_update_state, own<each(delta)>},
    row{op::parameter, own<parameter_replication>},
    row{op::infeed, own<infeed_config>},
    row{op::outfeed, own<each(outfeed_shape), outfeed_config>},
    row{op::reduce_window, own<window, each(to_apply)>},
    row{op::select_and_scatter, own<window, each(select), each(attribute_kind::scatter)>},
    row{op::convolution, own<window, each(dim_labels), feature_group_count, batch_group_count, convolution_kind,
                             operand_precision, algorithm, sparsity_config, block_scaling_config>},
    row{op::dot, own<lhs_batch_dims, each(lhs_contracting_dims), rhs_batch_dims, each(rhs_contracting_dims), operand_precision,
                     algorithm, sparsity, sparsity_config, block_scaling_config>},
    row{op::scaled_dot, own<lhs_batch_dims, each(lhs_contracting_dims), rhs_batch_dims, each(rhs_contracting_dims),
                            operand_precision, algorithm>},
    row{op::ragged_dot, own<lhs_batch_dims, each(lhs_contracting_dims), rhs_batch_dims, each(rhs_contracting_dims),
                            lhs_ragged_dims, rhs_group_dims, operand_precision, algorithm>},
    row{op::gather, own<each(offset_dims), each(collapsed_slice_dims), each(start_index_map), operand_batching_dims,
                        start_indices_batching_dims, each(index_vector_dim), each(slice_sizes), indices_are_sorted>},
    row{op::scatter, own<each(update_window_dims), each(inserted_window_dims), each(scatter_dims_to_operand_dims),
                         input_batching_dims, scatter_indices_batching_dims, each(index_vector_dim), indices_are_sorted,
                         unique_indices, each(to_apply)>},
    row{op::fusion, own<each(kind), output_to_operand_aliasing, each(calls)>},
    row{op::custom_call, own<window, dim_labels, feature_group_count, batch_group_count, operand_precision, algorithm,
                             padding_type, each(custom_call_target), operand_layout_constraints, custom_call_has_side_effect,
                             attribute_kind::literal, output_to_operand_aliasing, schedule, api_version, called_computations,
                             calls>},
    row{op::domain, own<each(attribute_kind::domain)>},
    row{op::while_, own<each(condition), each(body)>},
    row{op::conditional, own<true_computation, false_computation, branch_computations>},
    row{op::call, own<each(to_apply), is_composite>},
    row{op::async_start, own<async_group_id, async_execution_thread, async_thread_name, output_to_operand_aliasing, each(calls)>},
    row{op::async_update, own<async_group_id, async_execution_thread, async_thread_name, output_to_operand_aliasing, calls>},
    row{op::async_done, own<async_group_id, async_execution_thread, async_thread_name, calls>},
};

struct form_row {
    value_form form;
    std::span<const attribute_kind> keys;
};
constexpr std::array forms{
    form_row{value_form::integer,       keys<async_group_id, batch_group_count, channel_id, cross_program_prefetch_index,
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
                                             shifts, start_index_map, update_window_dims>},
    form_row{value_form::some_integers, keys<input_batching_dims, lhs_batch_dims, lhs_ragged_dims, operand_batching_dims,
                                             outer_dimension_partitions, rhs_batch_dims, rhs_group_dims, scatter_indices_batching_dims,
                                             start_indices_batching_dims, wait_on_operation_queues>},
};

constexpr std::array tail{sharding, frontend_attributes, outer_dimension_partitions, control_predecessors, statistics,
                          operation_queue_id, wait_on_operation_queues, result_accuracy, origin, metadata, backend_config};
// The attributes that async sugar prints first, and those of the wrapped instruction between its own keys and the keys
// of the async instruction.
constexpr std::array async_first{async_group_id, async_execution_thread, async_thread_name};
constexpr std::array wrapped_tail{sharding, frontend_attributes, outer_dimension_partitions, control_predecessors, statistics,
                                  operation_queue_id, wait_on_operation_queues, result_accuracy};

// clang-format on

// There are enough slots for the longest line with async sugar.
static_assert([] {
    std::size_t longest = 0;
    for (const auto& r : table) longest = std::max(longest, r.keys.size());
    return async_first.size() + longest + wrapped_tail.size() + tail.size() + 3; // aliasing, and result_accuracy twice
}() <= std::tuple_size_v<decltype(attribute_slots::keys)>);

constexpr std::size_t opcode_count = 256;

// By opcode: the index of its row, plus one. Rows may be listed in any order, each opcode at most once.
constexpr auto rows = [] {
    std::array<std::uint8_t, opcode_count> result{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        auto& place = result[static_cast<std::size_t>(table[i].opcode)];
        if (place != 0) throw "an opcode has two rows";
        place = static_cast<std::uint8_t>(i + 1);
    }
    return result;
}();

static_assert(ast::attribute_kind_count <= 128);

constexpr auto own_sets = [] {
    std::array<key_set, opcode_count> result{};
    for (const auto& r : table)
        for (const auto& own : r.keys) insert(result[static_cast<std::size_t>(r.opcode)], own.key);
    return result;
}();
constexpr auto always_sets = [] {
    std::array<key_set, opcode_count> result{};
    for (const auto& r : table)
        for (const auto& own : r.keys)
            if (own.always) insert(result[static_cast<std::size_t>(r.opcode)], own.key);
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
    for (const auto key : async_first) insert(result, key);
    insert(result, output_to_operand_aliasing);
    insert(result, calls);
    return result;
}();

// The slots of opcodes that do not wrap another instruction.
constexpr auto plain_slots = [] {
    std::array<attribute_slots, opcode_count> result{};
    for (const auto& r : table)
        for (const auto& own : r.keys) result[static_cast<std::size_t>(r.opcode)].add(own.key);
    for (auto& slots : result)
        for (const auto key : tail) slots.add(key);
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

// Opcodes that are named like async sugar, and the opcodes that such sugar would wrap.
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
constexpr auto wrapped_by_opcode = [] {
    std::array<opcode_kind, opcode_count> result{};
    for (const auto& w : wrappings) result[static_cast<std::size_t>(w.opcode)] = w.wrapped;
    return result;
}();
constexpr auto named_async = [] {
    std::array<bool, opcode_count> result{};
    for (const auto& w : wrappings) result[static_cast<std::size_t>(w.opcode)] = true;
    return result;
}();

} // namespace

std::span<const own_key> own_keys(ast::opcode_kind kind)
{
    const auto row = rows[static_cast<std::size_t>(kind)];
    if (row == 0) return {};
    return table[row - 1U].keys;
}

int tail_place(ast::attribute_kind key) { return places[static_cast<std::size_t>(key)]; }

value_form form_of(ast::attribute_kind key) { return forms_by_key[static_cast<std::size_t>(key)]; }

const key_set& always_of(ast::opcode_kind kind) { return always_sets[static_cast<std::size_t>(kind)]; }

ast::opcode_kind wrapped_by(ast::opcode_kind kind) { return wrapped_by_opcode[static_cast<std::size_t>(kind)]; }

bool has_async_form(ast::opcode_kind kind)
{
    return kind != op::parameter && !named_async[static_cast<std::size_t>(kind)];
}

bool is_async(const ast::opcode& op)
{
    return op.suffix != ast::async_suffix::none || named_async[static_cast<std::size_t>(op.kind)];
}

namespace {

bool ends(const ast::opcode& of)
{
    if (of.suffix != ast::async_suffix::none) return of.suffix == ast::async_suffix::done;
    return spelling(of.kind).ends_with("-done");
}

} // namespace

attribute_slots slots_of(const ast::opcode& op, bool sugared, bool early_accuracy)
{
    const bool wraps = op.suffix != ast::async_suffix::none || sugared;
    if (!wraps && !early_accuracy) return plain_slots[static_cast<std::size_t>(op.kind)];
    attribute_slots slots;
    const auto add_own = [&](opcode_kind kind) {
        for (const auto& own : own_keys(kind)) slots.add(own.key);
    };
    if (wraps) {
        for (const auto key : async_first) slots.add(key);
        add_own(op.suffix != ast::async_suffix::none ? op.kind : wrapped_by(op.kind));
        if (early_accuracy) slots.add(result_accuracy);
        for (const auto key : wrapped_tail) slots.add(key);
        if (!ends(op)) slots.add(output_to_operand_aliasing);
    } else {
        add_own(op.kind);
    }
    if (early_accuracy) slots.add(result_accuracy);
    for (const auto key : tail) slots.add(key);
    return slots;
}

attribute_slots slots_of_end(const ast::opcode& of)
{
    attribute_slots slots;
    if (of.suffix == ast::async_suffix::update || of.kind == op::async_update) slots.add(output_to_operand_aliasing);
    for (const auto key : tail) slots.add(key);
    return slots;
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
