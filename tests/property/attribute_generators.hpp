// Random attributes, literals and shardings, valid by construction for the opcode they are for.
#pragma once

#include "ast/attribute_table.hpp"
#include "tests/property/generators.hpp"

namespace ballast::tests {

class attribute_source : public tree_source {
public:
    using tree_source::tree_source;
    using key = ast::attribute_kind;

    ast::instruction instruction()
    {
        auto result = bare_instruction();
        if (std::holds_alternative<ast::literal_text>(result.body)) {
            result.shape = literal_shape();
            result.body = memory().make(literal(std::get<ast::array_shape>(result.shape.form)));
        }
        result.attributes = attributes(result.opcode);
        return result;
    }

    ast::used_value used_value()
    {
        ast::used_value result;
        result.value = value_name();
        result.detail = detail(false);
        result.instruction = memory().make(instruction());
        seen.from_instruction = forms().from_instruction;
        return result;
    }

    // In printed order: own keys, some of them, then the tail.
    ast::list<ast::attribute> attributes(const ast::opcode& op)
    {
        std::vector<ast::attribute> result;
        const auto add = [&](key k) {
            if (!takes(op, k) || !chance(2)) return;
            // One took the place of the other.
            if (k == key::cross_program_prefetch_index && !result.empty()) return;
            result.push_back({{k, {}}, {}});
            draw_value(op, result.back());
        };
        if (op.suffix == ast::async_suffix::none)
            for (const auto k : own_keys(op.kind)) add(k);
        else if (chance(2))
            add(key::async_execution_thread);
        for (const auto k : {key::sharding, key::frontend_attributes, key::control_predecessors, key::statistics,
                             key::result_accuracy, key::origin, key::metadata})
            add(k);
        if (chance(4)) {
            ast::attribute unknown{{ast::attribute_kind::unknown, memory().make(pick({"strength", "x_y"}))}, {}};
            unknown.value = ast::attribute_text{pick({"", "1", "{a \"}\"}", "[2]<=[4]", "%a, %b"})};
            result.push_back(unknown);
        }
        add(key::backend_config);
        return list(result);
    }

    ast::shape literal_shape()
    {
        ast::array_shape shape;
        shape.type.kind =
            static_cast<ast::element_kind>(1 + below(static_cast<std::int64_t>(ast::element_kind::f8e8m0fnu)));
        std::vector<ast::dimension> dimensions;
        std::vector<std::int64_t> order;
        for (std::int64_t i = below(6); i > 0; --i) {
            order.push_back(static_cast<std::int64_t>(dimensions.size()));
            dimensions.push_back({below(4), ast::dimension_kind::fixed});
        }
        shape.dimensions = list(dimensions);
        if (!order.empty()) shape.layout = ast::layout{list(order), {}};
        return {shape};
    }

    ast::literal literal(const ast::array_shape& shape)
    {
        if (chance(5)) return {ast::elided_literal{}};
        ast::array_literal result;
        std::vector<std::int64_t> sizes;
        std::int64_t count = 1;
        for (const auto& d : shape.dimensions) {
            sizes.push_back(d.size);
            count *= d.size;
        }
        result.dimensions = list(sizes);
        if (sizes.size() >= 2 && count == 0) seen_empty_literal = true;
        const auto kind = shape.type.kind;
        using enum ast::element_kind;
        const auto many_of = [&](auto make) { return many(count, count, make); };
        if (kind == pred) {
            result.elements = many_of([&] { return chance(2); });
        } else if (kind >= s1 && kind <= s64) {
            const auto limit = std::int64_t{1} << (ast::bits(kind) - 1 > 60 ? 60 : ast::bits(kind) - 1);
            result.elements = many_of([&] { return below(2 * limit) - limit; });
        } else if (kind >= u1 && kind <= u64) {
            const auto limit = std::int64_t{1} << (ast::bits(kind) > 60 ? 60 : ast::bits(kind));
            result.elements = many_of([&] { return below(limit); });
        } else if (kind == c64 || kind == c128) {
            result.elements = many_of([&] { return ast::complex_text{numeral(), numeral()}; });
        } else {
            result.elements = many_of([&] { return numeral(); });
        }
        return {result};
    }

    ast::sharding sharding(bool leaf = false)
    {
        ast::sharding result;
        switch (below(leaf ? 8 : 9)) {
        case 0: result.form = ast::replicated_sharding{}; break;
        case 1: result.form = ast::manual_sharding{}; break;
        case 2: result.form = ast::unknown_sharding{}; break;
        case 3: result.form = ast::unreduced_sharding{static_cast<ast::reduction>(below(3))}; break;
        case 4: result.form = ast::maximal_sharding{below(9)}; break;
        case 5: result.form = tiled(); break;
        case 6: result.form = memory().make(named()); break;
        case 7: result.form = ast::unlisted_sharding{pick({"sliced", "by {a} \"}\""})}; return result;
        default: {
            ast::tuple_sharding tuple{many(0, 7, [&] { return sharding(true); })};
            if (tuple.elements.size() > 5) seen.sharding_marks = forms().sharding_marks;
            result.form = tuple;
            return result;
        }
        }
        const bool can_comma = std::holds_alternative<ast::box<ast::named_sharding>>(result.form) ||
                               std::holds_alternative<ast::replicated_sharding>(result.form) ||
                               std::holds_alternative<ast::unreduced_sharding>(result.form);
        const bool is_named = std::holds_alternative<ast::box<ast::named_sharding>>(result.form);
        if (can_comma && chance(3)) {
            result.comma_before_metadata = true;
            result.metadata = many(1, 2, [&] { return metadata(); });
        } else if (!is_named) {
            if (chance(3)) result.group = ast::shard_group{chance(2), below(9)};
            if (chance(3)) result.metadata = many(1, 3, [&] { return metadata(); });
        }
        return result;
    }

    ast::replica_groups replica_groups()
    {
        switch (below(3)) {
        case 0: return {many(0, 3, [&] { return static_cast<ast::list<std::int64_t>>(index()); })};
        case 1: return {iota_tiles()};
        default: {
            ast::mesh_groups groups;
            groups.mesh = mesh();
            if (!groups.mesh.axes.empty()) groups.axes = axes(0);
            return {groups};
        }
        }
    }

    bool seen_empty_literal = false;

private:
    ast::float_text numeral() { return {pick({"0", "-0", "1", "0.5", "-2", "1e+20", "inf", "-inf", "nan", "-nan"})}; }

    ast::iota_order iota_order()
    {
        const auto rank = 1 + below(3);
        ast::iota_order result;
        result.reshape = many(rank, rank, [&] { return 1 + below(8); });
        if (rank > 1) result.transpose = many(rank, rank, [&] { return below(rank); });
        return result;
    }
    ast::iota_tiles iota_tiles()
    {
        return {many(1, 3, [&] { return 1 + below(8); }), iota_order()};
    }
    ast::tiled_sharding tiled()
    {
        ast::tiled_sharding result;
        if (chance(2)) {
            result.devices = iota_tiles();
        } else {
            result.dimensions = many(1, 3, [&] { return 1 + below(4); });
            result.devices = many(0, 4, [&] { return below(16); });
        }
        result.last_tile_dim_replicate = chance(3);
        if (chance(3)) result.last_tile_dims = many(1, 3, [&] { return pick_subgroup(); });
        return result;
    }
    ast::subgroup pick_subgroup()
    {
        // `maximal` and `maximul` are of two times.
        const ast::subgroup all[] = {ast::subgroup::manual, ast::subgroup::maximal, ast::subgroup::replicated,
                                     ast::subgroup::unreduced};
        return all[below(4)];
    }
    ast::mesh mesh()
    {
        ast::mesh result;
        if (chance(5)) {
            result.maximal_device = below(8);
            return result;
        }
        result.axes = many(0, 3, [&] { return ast::mesh_axis{pick({"x", "data", "y z", "a/b"}), 1 + below(8)}; });
        if (chance(3))
            result.device_order = iota_order();
        else if (chance(3))
            result.device_order = many(1, 4, [&] { return below(8); });
        return result;
    }
    ast::list<ast::axis> axes(std::int64_t least)
    {
        return many(least, 2, [&] {
            ast::axis a{pick({"x", "data", "y z"}), {}};
            if (chance(3)) a.part = ast::sub_axis{1 + below(4), 1 + below(4)};
            return a;
        });
    }
    ast::named_sharding named()
    {
        ast::named_sharding result;
        result.mesh = mesh();
        using body = ast::named_sharding::body;
        result.what = static_cast<body>(below(5));
        if (result.what == body::unreduced) {
            result.reduction = static_cast<ast::reduction>(below(3));
            if (chance(2)) result.unreduced_axes = axes(1);
        }
        if (result.what == body::dimensions) {
            result.dimensions = many(0, 3, [&] { return ast::dimension_axes{axes(0), chance(3)}; });
            if (chance(3)) result.replicated_axes = axes(1);
            if (chance(3)) {
                result.unreduced_axes = axes(1);
                result.reduction = static_cast<ast::reduction>(below(3));
            }
            if (chance(3)) result.manual_axes = axes(1);
        }
        return result;
    }

    ast::origin_node origin(int depth)
    {
        if (depth > 0 && chance(3)) return {ast::origin_tuple{many(0, 3, [&] { return origin(depth - 1); })}};
        ast::origin_leaf leaf;
        if (chance(3)) return {leaf};
        leaf.name = pick({"add.3", "while.2/body/x", "it's"});
        leaf.index = maybe_index();
        return {leaf};
    }

    ast::integers integers(std::int64_t least)
    {
        return {many(least, 3, [&] { return below(12); })};
    }

    // NOLINTNEXTLINE(readability-function-size): one case a kind of value
    void draw_value(const ast::opcode& op, ast::attribute& a)
    {
        const auto word = [&](std::initializer_list<ast::keyword> words) {
            a.value = words.begin()[below(static_cast<std::int64_t>(words.size()))];
        };
        using k = ast::keyword;
        switch (a.key.kind) {
        case key::algorithm:
            if (op.kind == ast::opcode_kind::rng_bit_generator)
                word({k::rng_default, k::rng_three_fry, k::rng_philox});
            else
                word({k::dot_bf16_bf16_f32_x3, k::dot_f64_f64_f64, k::dot_any_f8_any_f8_f32_fast_accum});
            break;
        case key::api_version:
            word({k::API_VERSION_TYPED_FFI, k::API_VERSION_STATUS_RETURNING, k::API_VERSION_STATUS_RETURNING_UNIFIED});
            break;
        case key::mode: word({k::cross_replica, k::cross_replica_and_partition, k::flattened_id}); break;
        case key::convolution_kind: word({k::fprop, k::wgrad, k::dgrad}); break;
        case key::direction: word({k::EQ, k::NE, k::GE, k::GT, k::LE, k::LT}); break;
        case key::type: word({k::FLOAT, k::TOTALORDER, k::SIGNED, k::UNSIGNED}); break;
        case key::fft_type: word({k::FFT, k::IFFT, k::RFFT, k::IRFFT}); break;
        case key::distribution: word({k::rng_uniform, k::rng_normal}); break;
        case key::kind: word({k::kLoop, k::kInput, k::kOutput, k::kCustom}); break;
        case key::padding_type: word({k::PADDING_SAME, k::PADDING_VALID}); break;
        case key::schedule: word({k::SCHEDULE_EARLIEST, k::SCHEDULE_LATEST}); break;
        case key::transpose_a: word({k::NO_TRANSPOSE, k::TRANSPOSE, k::ADJOINT}); break;
        case key::operand_precision:
            a.value = ast::keywords{list(std::vector{k::highest, chance(2) ? k::default_ : k::packed_nibble})};
            break;
        case key::has_dynamic_root:
        case key::is_associative:
        case key::largest: a.value = chance(2); break;
        case key::is_stable: a.value = op.kind == ast::opcode_kind::sort || chance(2); break;
        case key::constrain_layout:
        case key::custom_call_has_side_effect:
        case key::indices_are_sorted:
        case key::is_composite:
        case key::is_cross_program_prefetch:
        case key::is_host_transfer:
        case key::is_reverse:
        case key::left_side:
        case key::lower:
        case key::unique_indices:
        case key::unit_diagonal:
        case key::use_global_device_ids: a.value = true; break;
        case key::async_group_id:
        case key::channel_id:
        case key::cross_program_prefetch_index:
        case key::delta:
        case key::exponent_bits:
        case key::feature_index:
        case key::index:
        case key::index_vector_dim:
        case key::iota_dimension:
        case key::k:
        case key::mantissa_bits:
        case key::num_carries:
        case key::operation_queue_id:
        case key::inferred_dimension: a.value = below(100); break;
        case key::batch_group_count:
        case key::feature_group_count: a.value = 2 + below(100); break;
        case key::body:
        case key::condition:
        case key::false_computation:
        case key::scatter:
        case key::select:
        case key::to_apply:
        case key::true_computation: a.value = ast::computation{name()}; break;
        case key::branch_computations: a.value = ast::computations{many(0, 3, [&] { return name(); })}; break;
        case key::called_computations:
        case key::calls:
        case key::control_predecessors: a.value = ast::computations{many(1, 3, [&] { return name(); })}; break;
        case key::dimensions:
            switch (op.kind) {
            case ast::opcode_kind::all_gather:
            case ast::opcode_kind::all_gather_start:
            case ast::opcode_kind::reduce_scatter:
            case ast::opcode_kind::all_reduce_scatter:
            case ast::opcode_kind::all_to_all:
            case ast::opcode_kind::get_dimension_size:
            case ast::opcode_kind::set_dimension_size: a.value = ast::integers{list(std::vector{below(4)})}; break;
            default: a.value = integers(0);
            }
            break;
        case key::slice_sizes:
            if (op.kind == ast::opcode_kind::gather)
                a.value = integers(0);
            else
                a.value = ast::integer_lists{many(1, 3, [&] { return static_cast<ast::list<std::int64_t>>(index()); })};
            break;
        case key::input_batching_dims:
        case key::lhs_batch_dims:
        case key::lhs_ragged_dims:
        case key::operand_batching_dims:
        case key::outer_dimension_partitions:
        case key::rhs_batch_dims:
        case key::rhs_group_dims:
        case key::scatter_indices_batching_dims:
        case key::start_indices_batching_dims:
        case key::wait_on_operation_queues: a.value = integers(1); break;
        case key::collapsed_slice_dims:
        case key::dynamic_slice_sizes:
        case key::fft_length:
        case key::inserted_window_dims:
        case key::lhs_contracting_dims:
        case key::offset_dims:
        case key::rhs_contracting_dims:
        case key::scatter_dims_to_operand_dims:
        case key::start_index_map:
        case key::update_window_dims: a.value = integers(0); break;
        case key::parameter_replication: a.value = ast::booleans{many(0, 3, [&] { return chance(2); })}; break;
        case key::epsilon: a.value = ast::float_text{pick({"0.001", "1e-05", "1"})}; break;
        case key::async_execution_thread:
        case key::async_thread_name: a.value = ast::text{pick({"worker", "it's"}), ast::text_form::raw}; break;
        case key::custom_call_target:
        case key::infeed_config:
        case key::outfeed_config:
            a.value = ast::text{pick({"f$g", "a\\'b", "\\303\\251"}), ast::text_form::escaped};
            break;
        case key::backend_config:
            a.value = chance(2) ? ast::text{pick({"{}", "{\"a\":\"}\"}", "{a = 1 : i64}"}), ast::text_form::dict}
                                : ast::text{pick({"plain", "\\010\\001x"}), ast::text_form::escaped};
            break;
        case key::dim_labels:
            a.value = ast::dimension_labels{pick({"b01f_01io->b01f", "bf_io->bf", "?bf_io->bf"})};
            break;
        case key::slice: {
            const bool strides = chance(2);
            a.value = ast::slice_ranges{many(strides ? 1 : 0, 3, [&] {
                return ast::slice_dimension{below(4), below(9), strides ? std::optional(2 + below(3)) : std::nullopt};
            })};
            break;
        }
        case key::source_target_pairs:
            a.value = ast::device_pairs{many(0, 3, [&] { return ast::device_pair{below(8), below(8)}; })};
            break;
        case key::padding: {
            const bool interior = chance(2);
            a.value = ast::padding_config{many(interior ? 1 : 0, 3, [&] {
                return ast::padding_dimension{below(5) - 2, below(5) - 2,
                                              interior ? std::optional(1 + below(3)) : std::nullopt};
            })};
            break;
        }
        case key::window: {
            ast::window w;
            const auto rank = 1 + below(3);
            w.size = many(rank, rank, [&] { return 1 + below(5); });
            if (chance(2)) w.stride = many(rank, rank, [&] { return 2 + below(3); });
            if (chance(2)) w.pad = many(rank, rank, [&] { return ast::window_padding{below(3) - 1, 1 + below(3)}; });
            if (chance(2)) w.lhs_dilate = many(rank, rank, [&] { return 2 + below(3); });
            if (chance(2)) w.rhs_dilate = many(rank, rank, [&] { return 2 + below(3); });
            if (chance(2)) w.rhs_reversal = many(rank, rank, [&] { return true; });
            if (op.kind == ast::opcode_kind::custom_call && chance(4)) w = {};
            a.value = memory().make(w);
            break;
        }
        case key::operand_layout_constraints: a.value = ast::shapes{many(0, 3, [&] { return shape(1); })}; break;
        case key::outfeed_shape: a.value = memory().make(shape(2)); break;
        case key::output_to_operand_aliasing:
            a.value = ast::aliases{many(1, 3, [&] { return ast::alias{index(), below(5), index()}; })};
            break;
        case key::frontend_attributes: {
            std::vector<ast::frontend_attribute> entries;
            if (chance(2)) entries.push_back({"_pairs", {"{{0,1},{1,0}}", ast::text_form::dict}});
            if (chance(2)) entries.push_back({"a.b", {pick({"1", "it\\'s", "{"}), ast::text_form::either}});
            entries.push_back({"kind", {pick({"x \"y\" z", "it's"}), ast::text_form::raw}});
            a.value = ast::frontend_attributes{list(entries)};
            break;
        }
        case key::origin: a.value = memory().make(origin(3)); break;
        case key::domain: a.value = memory().make(ast::domain{"sharding", sharding(), sharding()}); break;
        case key::result_accuracy: {
            ast::result_accuracy accuracy;
            accuracy.highest = chance(2);
            if (!accuracy.highest) accuracy = {false, {"0"}, {"1e-05"}, below(9)};
            a.value = memory().make(accuracy);
            break;
        }
        case key::statistics:
            a.value =
                memory().make(ast::statistics{below(5) - 1, many(1, 3, [&] {
                                                  return ast::statistic{pick({"a b", "count"}), {pick({"1", "0.5"})}};
                                              })});
            break;
        case key::sparsity:
            a.value = ast::sparsity_descriptors{
                many(1, 2, [&] { return ast::sparsity_descriptor{chance(2), below(3), 2, 4}; })};
            break;
        case key::sparsity_config: {
            ast::sparsity_config config;
            if (chance(2))
                config.lhs =
                    ast::operand_sparsity{2, 4, below(3), below(3), chance(2) ? std::optional(below(3)) : std::nullopt};
            if (chance(2)) config.rhs = ast::operand_sparsity{1, 4, below(3), below(3), {}};
            a.value = memory().make(config);
            break;
        }
        case key::literal: {
            const auto s = literal_shape();
            ast::shaped_literal array;
            array.form = memory().make(ast::literal_array{s, {}, literal(std::get<ast::array_shape>(s.form))});
            ast::shaped_literal token;
            token.form = ast::literal_token{};
            ast::shaped_literal tuple;
            tuple.form = ast::literal_tuple{memory().make_list({array, token})};
            a.value = memory().make(chance(2) ? tuple : array);
            break;
        }
        case key::replica_groups: a.value = memory().make(replica_groups()); break;
        case key::sharding: a.value = memory().make(sharding()); break;
        case key::metadata: a.value = memory().make(metadata()); break;
        default: throw std::logic_error("no value for " + std::string(spelling(a.key.kind)));
        }
    }
};

} // namespace ballast::tests
