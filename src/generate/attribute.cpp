#include "generate/nodes.hpp"

#include "ast/attribute_table.hpp"

#include <stdexcept>

namespace ballast::generate {

namespace {

using key = ast::attribute_kind;
using op = ast::opcode_kind;

} // namespace

ast::origin_node nodes::origin(int depth)
{
    if (depth > 0 && chance(3)) {
        auto parts = many(readable() ? 1 : 0, 3, [&] { return origin(depth - 1); });
        // A tuple of one empty leaf would be read as the empty tuple.
        if (parts.size() == 1)
            if (const auto* leaf = std::get_if<ast::origin_leaf>(&parts[0].form); leaf && leaf->invisible) parts = {};
        return {ast::origin_tuple{parts}};
    }
    ast::origin_leaf leaf;
    if (depth < 2 && chance(3, feature::invisible_origin)) {
        leaf.invisible = true;
        return {leaf};
    }
    if (chance(3, feature::empty_origin)) return {leaf};
    leaf.name = pick({"add.3", "while.2/body/x", "it's"}, {"a\"b"});
    if (chance(2)) leaf.index = ast::shape_index(many(1, 3, [&] { return below(12); }));
    return {leaf};
}

ast::origin nodes::whole_origin(bool may_call)
{
    constexpr auto calls = timeline::feature_of("origin_call");
    if (may_call && !readable() && chance(6, feature::synthetic_call)) return {{ast::synthetic_call{}}, {}};
    ast::origin result{origin(3), {}};
    const auto* leaf = std::get_if<ast::origin_leaf>(&result.tree.form);
    if (may_call && can(calls) && chance(4) && !(leaf && leaf->invisible)) result.call = pick({"", "x"}, {"a \"b\""});
    return result;
}

ast::window nodes::window(std::int64_t rank)
{
    ast::window w;
    const auto each = [&](auto make) { return many(rank, rank, make); };
    w.size = each([&] { return 1 + below(5); });
    if (chance(2)) w.stride = each([&] { return 2 + below(3); });
    if (chance(2)) w.pad = each([&] { return ast::window_padding{below(3) - 1, 1 + below(3)}; });
    if (chance(2)) w.lhs_dilate = each([&] { return 2 + below(3); });
    if (chance(2)) w.rhs_dilate = each([&] { return 2 + below(3); });
    if (chance(2)) w.rhs_reversal = each([&] { return true; });
    return w;
}

ast::frontend_attributes nodes::frontend_attributes()
{
    std::vector<ast::frontend_attribute> entries;
    if (can(feature::frontend_bare)) {
        entries.push_back({"a.b", {pick({"1", "x"}), ast::text_form::bare}});
        if (chance(4)) entries.push_back({"a/b c", {"1", ast::text_form::bare}});
        if (chance(2)) entries.push_back({"kind", {pick({"2", "y_z"}), ast::text_form::bare}});
        return {list(entries)};
    }
    if (chance(2, feature::frontend_dict))
        entries.push_back(
            {"_pairs", {pick({"{{0,1},{1,0}}"}, {"{{0,1}} ", "{\n\"x\":1}\n", " /* } */{}"}), ast::text_form::dict}});
    if (entries.empty() || chance(2)) entries.push_back({"a.b", {pick({"1", "it\\'s", "{"}), ast::text_form::either}});
    if (chance(4)) entries.push_back({pick({"a_b"}, {"a/b c"}), {"1", ast::text_form::either}});
    if (chance(3, feature::frontend_quoted_dict)) entries.push_back({"dict", {"{}", ast::text_form::either}});
    if (chance(2, feature::frontend_raw))
        entries.push_back(
            {"kind", {pick({"it's"}, {"x \"y\" z", "a\",b=c", "l1\nl2", "say \"hi\""}), ast::text_form::raw}});
    if (chance(3, feature::frontend_raw)) entries.push_back({"text", {"{\\\"a\\\":1}", ast::text_form::either}});
    return {list(entries)};
}

bool nodes::prints(const ast::opcode& of, ast::attribute_kind k) const
{
    return takes(of, k) && timeline::printed_at(of, k, when_);
}

ast::attribute nodes::attribute(const ast::opcode& of, ast::attribute_kind k)
{
    ast::attribute result{{k, {}}, {}};
    draw_value(of, result);
    return result;
}

ast::list<ast::attribute> nodes::attributes(const ast::opcode& of)
{
    std::vector<ast::attribute> result;
    const auto add = [&](key k) {
        if (prints(of, k) && can_read(of, k) && chance(2)) result.push_back(attribute(of, k));
    };
    const auto add_own = [&] {
        if (of.kind == op::conditional) {
            const bool branches = chance(2);
            for (const auto k : {key::true_computation, key::false_computation})
                if (!branches) result.push_back(attribute(of, k));
            if (branches) result.push_back(attribute(of, key::branch_computations));
            return;
        }
        for (const auto& own : own_keys(of.kind))
            if ((own.always || (readable() && own.key == key::is_associative)) && prints(of, own.key))
                result.push_back(attribute(of, own.key));
            else
                add(own.key);
    };
    const auto add_first = [&] {
        add(key::async_group_id);
        add(key::async_execution_thread);
        add(key::async_thread_name);
    };
    // Update and done instructions repeated the attributes of the wrapped instruction.
    const bool repeats = !readable() && can(feature::attributes_of_async_end) && chance(2);
    switch (of.suffix) {
    case ast::async_suffix::none:
        if ((of.kind != op::async_update && of.kind != op::async_done) || repeats)
            add_own();
        else if (of.kind == op::async_update)
            add(key::output_to_operand_aliasing);
        break;
    case ast::async_suffix::start:
        add_first();
        add_own();
        if (!readable() && chance(3, feature::doubled_frontend_attributes)) {
            // The attribute of the wrapped instruction, then its own.
            if (can(feature::early_result_accuracy)) add(key::result_accuracy);
            for (int i = 0; i < 2; ++i) result.push_back(attribute(of, key::frontend_attributes));
            return list(result);
        }
        if (of.kind != op::custom_call && of.kind != op::fusion) add(key::output_to_operand_aliasing);
        break;
    case ast::async_suffix::update:
    case ast::async_suffix::done:
        if (repeats) {
            add_first();
            add_own();
        }
        if (of.suffix == ast::async_suffix::update && of.kind != op::custom_call && of.kind != op::fusion)
            add(key::output_to_operand_aliasing);
    }
    const bool early = can(feature::early_result_accuracy);
    if (early) add(key::result_accuracy);
    for (const auto k :
         {key::sharding, key::frontend_attributes, key::outer_dimension_partitions, key::control_predecessors,
          key::statistics, key::operation_queue_id, key::wait_on_operation_queues, key::result_accuracy, key::origin,
          key::original_value, key::metadata})
        if (k != key::result_accuracy || !early) add(k);
    if (unknown(8)) {
        ast::attribute other{{key::unknown, memory_.make(pick({"strength", "x_y"}))}, {}};
        other.value = ast::attribute_text{pick({"1", "", "{a \"}\"}", "[2]<=[4]", "%a, %b", "(f32[] 1)"})};
        result.push_back(other);
    }
    add(key::backend_config);
    return list(result);
}

void nodes::draw_value(const ast::opcode& of, ast::attribute& a)
{
    if (!draw_words(of, a) && !draw_numbers(of, a) && !draw_text(a) && !draw_configuration(a) && !draw_node(of, a))
        draw_plain_value(a);
}

// The functions below draw the value of some keys and return whether the key is one of them.

// Keys whose values are keywords.
bool nodes::draw_words(const ast::opcode& of, ast::attribute& a)
{
    const auto word = [&](std::initializer_list<ast::keyword> words) {
        std::vector<ast::keyword> printed;
        for (const auto w : words)
            if (prints(w)) printed.push_back(w);
        a.value = printed[static_cast<std::size_t>(below(static_cast<std::int64_t>(printed.size())))];
    };
    using k = ast::keyword;
    switch (a.key.kind) {
    case key::algorithm:
        if (of.kind == op::rng_bit_generator)
            word({k::rng_default, k::rng_three_fry, k::rng_philox});
        else
            word({k::dot_bf16_bf16_f32_x3, k::dot_f64_f64_f64, k::dot_any_f8_any_f8_f32_fast_accum, k::dot_f16_f16_f16,
                  k::dot_any_f8_any_f8_f32, k::dot_f16_f16_f32, k::dot_bf16_bf16_bf16, k::dot_bf16_bf16_f32,
                  k::dot_bf16_bf16_f32_x6, k::dot_bf16_bf16_f32_x9, k::dot_tf32_tf32_f32, k::dot_tf32_tf32_f32_x3,
                  k::dot_f32_f32_f32, k::dot_bf16_bf16_fp8x3, k::dot_bf16_bf16_fp8x4});
        break;
    case key::api_version:
        if (readable())
            word({k::API_VERSION_TYPED_FFI, k::API_VERSION_STATUS_RETURNING, k::API_VERSION_STATUS_RETURNING_UNIFIED});
        else
            word({k::API_VERSION_TYPED_FFI, k::API_VERSION_STATUS_RETURNING, k::API_VERSION_STATUS_RETURNING_UNIFIED,
                  k::API_VERSION_UNSPECIFIED});
        break;
    case key::mode:
        if (of.kind == op::shuffle) {
            a.value = k::rotate;
            break;
        }
        word({k::cross_replica, k::cross_replica_and_partition, k::cross_partition, k::flattened_id});
        break;
    case key::convolution_kind: word({k::fprop, k::wgrad, k::dgrad}); break;
    case key::direction: word({k::EQ, k::NE, k::GE, k::GT, k::LE, k::LT}); break;
    case key::order:
        if (readable()) // which does not depend on the operands' type
            word({k::TOTAL});
        else
            word({k::TOTAL, k::PARTIAL});
        break;
    case key::type:
        if (readable())
            word({k::TOTALORDER});
        else
            word({k::FLOAT, k::TOTALORDER, k::SIGNED, k::UNSIGNED});
        break;
    case key::fft_type: word({k::FFT, k::IFFT, k::RFFT, k::IRFFT}); break;
    case key::distribution: word({k::rng_uniform, k::rng_normal, k::rng_invalid}); break;
    case key::kind: word({k::kLoop, k::kInput, k::kOutput, k::kCustom}); break;
    case key::padding_type: word({k::PADDING_SAME, k::PADDING_VALID}); break;
    case key::schedule:
        if (can(feature::schedule_as_possible))
            word({k::LATE_AS_POSSIBLE, k::EARLY_AS_POSSIBLE});
        else if (can(feature::schedule_bare))
            word({k::LATEST, k::EARLIEST});
        else
            word({k::SCHEDULE_EARLIEST, k::SCHEDULE_LATEST});
        break;
    case key::transpose_a: word({k::NO_TRANSPOSE, k::TRANSPOSE, k::ADJOINT}); break;
    case key::operand_precision:
        a.value =
            ast::keywords{list(std::vector{chance(2) ? k::high : k::highest,
                                           chance(2) || !prints(k::packed_nibble) ? k::default_ : k::packed_nibble})};
        break;
    default: return false;
    }
    return true;
}

// Keys whose values are numbers or lists of numbers.
bool nodes::draw_numbers(const ast::opcode& of, ast::attribute& a)
{
    const auto integers = [&](std::int64_t least, std::int64_t most) {
        a.value = ast::integers{many(least, most, [&] { return below(12); })};
    };
    switch (a.key.kind) {
    case key::index: a.value = below(readable() ? 4 : 100); break;
    case key::delta:
        if (can(timeline::feature_of("braced_delta")))
            integers(1, 1);
        else
            a.value = below(100);
        break;
    case key::is_stable: a.value = of.kind == op::sort || chance(2); break;
    case key::batch_group_count:
    case key::feature_group_count: a.value = 2 + below(100); break;
    case key::dimensions:
        switch (of.kind) {
        case op::all_gather:
        case op::all_gather_start:
        case op::reduce_scatter:
        case op::all_reduce_scatter:
        case op::all_to_all:
        case op::get_dimension_size:
        case op::set_dimension_size: integers(1, 1); break;
        case op::scan: integers(readable() ? 1 : 0, readable() ? 1 : 3); break;
        default: integers(0, 3);
        }
        break;
    case key::slice_sizes:
        if (of.kind == op::gather)
            integers(0, 3);
        else
            a.value = ast::integer_lists{many(1, 3, [&] { return static_cast<ast::list<std::int64_t>>(index()); })};
        break;
    case key::parameter_replication: // of an array
        a.value = ast::booleans{many(1, 1, [&] { return chance(2); })};
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
    case key::num_carries: a.value = readable() ? 1 : below(100); break;
    default: return false;
    }
    return true;
}

// Keys whose values are kept as text.
bool nodes::draw_text(ast::attribute& a)
{
    const auto escaped = [&](std::initializer_list<std::string_view> texts) {
        a.value = ast::text{pick(texts), ast::text_form::escaped};
    };
    switch (a.key.kind) {
    case key::epsilon: a.value = ast::float_text{pick({"0.001", "1e-05", "1", "nan"})}; break;
    case key::async_execution_thread:
    case key::async_thread_name:
        a.value = ast::text{pick({"host", "a b", "it's"}, {"a\"b\""}), ast::text_form::raw};
        break;
    case key::custom_call_target: escaped({"__cublas$gemm", "a\\\"b", ""}); break;
    case key::infeed_config:
    case key::outfeed_config: escaped({"f$g", "a\\'b", "\\303\\251"}); break;
    case key::backend_config:
        if (!can(feature::bare_dict_config))
            escaped({"{\\\"a\\\":1}", "plain", "{}"});
        else if (chance(3))
            escaped({"plain", "\\010\\001x"});
        else
            a.value = ast::text{pick({"{}", "{\"a\":\"}\"}", "{a = 1 : i64}", "{\"n\":[\"1\"],\"é\":{}}"},
                                     {"  {\"a\":1}  ", "// hi\n{\"a\":1} /* bye */", "\n{\n  \"a\": \"x\ny\"\n}"}),
                                ast::text_form::dict};
        break;
    case key::dim_labels:
        a.value = ast::dimension_labels{chance(3, feature::unused_label) ? "?bf_io->bf"
                                                                         : pick({"b01f_01io->b01f", "bf_io->bf"})};
        break;
    default: return false;
    }
    return true;
}

// Keys whose values are structures that no other key has.
bool nodes::draw_configuration(ast::attribute& a)
{
    switch (a.key.kind) {
    case key::result_accuracy: {
        ast::result_accuracy accuracy;
        accuracy.highest = !chance(2);
        if (!accuracy.highest) accuracy = {false, {"0"}, {"1e-05"}, below(9)};
        a.value = memory_.make(accuracy);
        break;
    }
    case key::statistics:
        a.value = memory_.make(ast::statistics{
            below(5) - 1,
            many(1, 3, [&] { return ast::statistic{pick({"count", "a-b"}, {"a b"}), {pick({"1", "0.5"})}}; })});
        break;
    case key::sparsity:
        a.value =
            ast::sparsity_descriptors{many(1, 2, [&] { return ast::sparsity_descriptor{chance(2), below(3), 2, 4}; })};
        break;
    case key::sparsity_config: {
        const auto index_of = [&] { return can(feature::sparsity_index) ? std::optional(below(3)) : std::nullopt; };
        ast::sparsity_config config;
        const bool left = chance(2);
        if (left) config.lhs = ast::operand_sparsity{2, 4, below(3), below(3), index_of()};
        if (!left || chance(2)) config.rhs = ast::operand_sparsity{1, 4, below(3), below(3), index_of()};
        a.value = memory_.make(config);
        break;
    }
    case key::block_scaling_config: {
        const auto scaling = [&] {
            ast::operand_scaling made;
            made.scale_index = 2 + below(3);
            if (chance(2)) made.zero_index = below(5);
            const auto blocks = below(3);
            made.strides = many(blocks, blocks, [&] { return 1 + below(32); });
            made.steps = many(blocks, blocks, [&] { return 1 + below(4); });
            return made;
        };
        ast::block_scaling_config config;
        if (chance(2)) config.lhs = scaling();
        if (!config.lhs || chance(2)) config.rhs = scaling();
        a.value = memory_.make(config);
        break;
    }
    default: return false;
    }
    return true;
}

// Keys whose values are nodes that have rules of their own.
bool nodes::draw_node(const ast::opcode& of, ast::attribute& a)
{
    switch (a.key.kind) {
    case key::window:
        if (of.kind == op::custom_call && chance(4, feature::empty_window))
            a.value = memory_.make(ast::window{});
        else
            a.value = memory_.make(window(1 + below(3)));
        break;
    case key::operand_layout_constraints: a.value = ast::shapes{many(0, 3, [&] { return shape(1); })}; break;
    case key::outfeed_shape: a.value = memory_.make(shape(2)); break;
    case key::output_to_operand_aliasing:
        a.value = ast::aliases{many(1, 3, [&] { return ast::alias{index(), below(5), index()}; })};
        break;
    case key::frontend_attributes: a.value = frontend_attributes(); break;
    case key::origin:
    case key::original_value: a.value = memory_.make(whole_origin(a.key.kind == key::origin)); break;
    case key::domain: {
        ast::domain made{"sharding", sharding(), sharding()};
        made.entry = without_metadata(made.entry);
        made.exit = without_metadata(made.exit);
        a.value = memory_.make(made);
        break;
    }
    case key::literal: a.value = memory_.make(shaped_literal()); break;
    case key::replica_groups: a.value = memory_.make(replica_groups()); break;
    case key::sharding: a.value = memory_.make(sharding()); break;
    case key::metadata: a.value = memory_.make(instruction_metadata()); break;
    default: return false;
    }
    return true;
}

void nodes::draw_plain_value(ast::attribute& a)
{
    const auto names = [&](std::int64_t least) { a.value = ast::computations{many(least, 3, [&] { return name(); })}; };
    const auto integers = [&](std::int64_t least) {
        a.value = ast::integers{many(least, 3, [&] { return below(12); })};
    };
    switch (form_of(a.key.kind)) {
    case value_form::special: throw std::logic_error("no value for " + std::string(spelling(a.key.kind)));
    case value_form::integer: a.value = below(100); break;
    case value_form::boolean: a.value = chance(2); break;
    case value_form::only_true: a.value = true; break;
    case value_form::computation: a.value = ast::computation{name()}; break;
    case value_form::computations: names(readable() ? 1 : 0); break;
    case value_form::some_computations:
        if (readable() && a.key.kind == key::calls)
            a.value = ast::computations{many(1, 1, [&] { return name(); })};
        else
            names(1);
        if (a.key.kind == key::control_predecessors) {
            std::vector<std::string_view> once;
            for (const auto one : std::get<ast::computations>(a.value).names)
                if (std::ranges::find(once, one) == once.end()) once.push_back(one);
            a.value = ast::computations{list(once)};
        }
        break;
    case value_form::integers: integers(0); break;
    case value_form::some_integers: integers(1); break;
    }
}

} // namespace ballast::generate
