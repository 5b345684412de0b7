// Attributes of an instruction: reading them, and their errors.
#pragma once

#include "ast/attribute_table.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ballast::tests {

// A value for every key, as most opcodes have it, and a value that no opcode has.
struct sample {
    std::string_view good;
    std::string_view bad;
};

inline const std::map<std::string_view, sample>& samples()
{
    static const std::map<std::string_view, sample> all{
        {"algorithm", {"dot_f32_f32_f32", "fast"}},
        {"api_version", {"API_VERSION_TYPED_FFI", "3"}},
        {"async_execution_thread", {"\"worker\"", "worker"}},
        {"async_group_id", {"1", "x"}},
        {"async_thread_name", {"\"worker\"", "worker"}},
        {"backend_config", {"{\"a\":\"b\"}", "plain"}},
        {"batch_group_count", {"2", "{2}"}},
        {"block_scaling_config", {"{lhs={scale_idx=2 strides=1x32 steps=1x1}}", "{}"}},
        {"body", {"%b", "b"}},
        {"branch_computations", {"{%a, %b}", "{%a,%b}"}},
        {"called_computations", {"{%a}", "{}"}},
        {"calls", {"%a", "a"}},
        {"channel_id", {"1", "_"}},
        {"collapsed_slice_dims", {"{0}", "{0, 1}"}},
        {"condition", {"%c", "c"}},
        {"constrain_layout", {"true", "false"}},
        {"control-predecessors", {"{%a, %b}", "{}"}},
        {"convolution_kind", {"fprop", "bprop"}},
        {"cross_program_prefetch_index", {"0", "true"}},
        {"custom_call_has_side_effect", {"true", "false"}},
        {"custom_call_target", {"\"f$g\"", "f"}},
        {"delta", {"1", "x"}},
        {"dim_labels", {"b01f_01io->b01f", "b01f"}},
        {"dimensions", {"{0}", "0"}},
        {"direction", {"LT", "lt"}},
        {"distribution", {"rng_uniform", "uniform"}},
        {"domain", {"{kind=\"sharding\", entry={replicated}, exit={}}", "{}"}},
        {"dynamic_slice_sizes", {"{1,5}", "{1, 5}"}},
        {"epsilon", {"0.001", "1.0"}},
        {"exponent_bits", {"5", "x"}},
        {"false_computation", {"%f", "f"}},
        {"feature_group_count", {"2", "x"}},
        {"feature_index", {"0", "x"}},
        {"fft_length", {"{8}", "8"}},
        {"fft_type", {"RFFT", "rfft"}},
        {"frontend_attributes", {"{a=\"b\"}", "{}"}},
        {"has_dynamic_root", {"false", "0"}},
        {"index", {"0", "{0}"}},
        {"index_vector_dim", {"1", "x"}},
        {"indices_are_sorted", {"true", "false"}},
        {"infeed_config", {"\"a\"", "a"}},
        {"inferred_dimension", {"1", "x"}},
        {"input_batching_dims", {"{0}", "{}"}},
        {"inserted_window_dims", {"{}", "0"}},
        {"iota_dimension", {"0", "{0}"}},
        {"is_associative", {"false", "0"}},
        {"is_composite", {"true", "false"}},
        {"is_cross_program_prefetch", {"true", "false"}},
        {"is_host_transfer", {"true", "false"}},
        {"is_reverse", {"true", "false"}},
        {"is_stable", {"true", "1"}},
        {"k", {"3", "x"}},
        {"kind", {"kLoop", "kLop"}},
        {"largest", {"false", "0"}},
        {"left_side", {"true", "false"}},
        {"lhs_batch_dims", {"{0}", "{}"}},
        {"lhs_contracting_dims", {"{1}", "1"}},
        {"lhs_ragged_dims", {"{0}", "{}"}},
        {"literal", {"s32[2]{0} {1, 2}", "{1, 2}"}},
        {"lower", {"true", "false"}},
        {"mantissa_bits", {"10", "x"}},
        {"metadata", {"{op_name=\"a\"}", "{op_name=\"\"}"}},
        {"mode", {"flattened_id", "flat"}},
        {"num_carries", {"1", "x"}},
        {"offset_dims", {"{1}", "1"}},
        {"operand_batching_dims", {"{0}", "{}"}},
        {"operand_layout_constraints", {"{f32[2]{0}, s32[]}", "{f32}"}},
        {"operand_precision", {"{highest,default}", "{}"}},
        {"operation_queue_id", {"2", "x"}},
        {"order", {"TOTAL", "TOTALORDER"}},
        {"origin", {"{{\"a\"}}", "{}"}},
        {"original_value", {"{{\"a\"}}", "{}"}},
        {"outer_dimension_partitions", {"{2}", "{}"}},
        {"outfeed_config", {"\"a\"", "a"}},
        {"outfeed_shape", {"(f32[2]{0}, s32[])", "f32"}},
        {"output_to_operand_aliasing", {"{{}: (0, {})}", "{}"}},
        {"padding", {"0_-1x2_2", "0"}},
        {"padding_type", {"PADDING_SAME", "SAME"}},
        {"parameter_replication", {"{true}", "{1}"}},
        {"replica_groups", {"{{0,1},{2,3}}", "{0,1}"}},
        {"result_accuracy", {"{mode=highest}", "{}"}},
        {"rhs_batch_dims", {"{0}", "{}"}},
        {"rhs_contracting_dims", {"{1}", "0"}},
        {"rhs_group_dims", {"{0}", "{}"}},
        {"scatter", {"%s", "s"}},
        {"scatter_dims_to_operand_dims", {"{0}", "0"}},
        {"scatter_indices_batching_dims", {"{0}", "{}"}},
        {"schedule", {"SCHEDULE_LATEST", "LAST"}},
        {"select", {"%s", "s"}},
        {"sharding", {"{replicated}", "replicated"}},
        {"shifts", {"{0}", "0"}},
        {"slice", {"{[0:4]}", "{0:4}"}},
        {"slice_sizes", {"{{1,2}}", "{{1}, {2}}"}},
        {"source_target_pairs", {"{{0,1},{1,0}}", "{0,1}"}},
        {"sparsity", {"L.1@2:4", "2:4"}},
        {"sparsity_config", {"{lhs={sparsity=2x4 dimension=1 stride=1}}", "{lhs={}}"}},
        {"start_index_map", {"{0}", "0"}},
        {"start_indices_batching_dims", {"{0}", "{}"}},
        {"statistics", {"{visualizing_index=0,a=1}", "{visualizing_index=0}"}},
        {"to_apply", {"%f", "f"}},
        {"transpose_a", {"ADJOINT", "NONE"}},
        {"true_computation", {"%t", "t"}},
        {"type", {"TOTALORDER", "INT"}},
        {"unique_indices", {"true", "false"}},
        {"unit_diagonal", {"true", "false"}},
        {"update_window_dims", {"{1}", "1"}},
        {"use_global_device_ids", {"true", "false"}},
        {"wait_on_operation_queues", {"{1, 2}", "{1,2}"}},
        {"window", {"{size=3x1}", "{3x1}"}},
    };
    return all;
}

// The value of a key for an opcode that has another form than most.
inline std::string_view good_value(ast::opcode_kind opcode, ast::attribute_kind k)
{
    using key = ast::attribute_kind;
    using op = ast::opcode_kind;
    if (k == key::algorithm && opcode == op::rng_bit_generator) return "rng_philox";
    if (k == key::slice_sizes && opcode == op::gather) return "{1,2}";
    if (k == key::mode && opcode == op::shuffle) return "rotate";
    return samples().at(spelling(k)).good;
}

// `a=1, b={c, d}`: the attributes and their keys.
struct piece {
    ast::attribute_kind key;
    std::string text;
};
inline std::vector<piece> pieces_of(std::string_view attributes)
{
    std::vector<piece> result;
    while (!attributes.empty()) {
        int depth = 0;
        bool quoted = false;
        std::size_t end = 0;
        for (; end < attributes.size(); ++end) {
            const char c = attributes[end];
            if (quoted && c == '\\') ++end;
            if (c == '"') quoted = !quoted;
            if (quoted) continue;
            if (c == '{' || c == '(' || c == '[') ++depth;
            if (c == '}' || c == ')' || c == ']') --depth;
            if (depth == 0 && attributes.substr(end).starts_with(", ") && !attributes.substr(end).starts_with(", %"))
                break;
        }
        end = std::min(end, attributes.size());
        const auto text = attributes.substr(0, end);
        result.push_back({ast::attribute_kind_of(text.substr(0, text.find('='))), std::string(text)});
        attributes.remove_prefix(std::min(end + 2, attributes.size()));
    }
    return result;
}

// With the attributes that the opcode always has, in their places.
inline std::string completed(std::string_view opcode, std::string_view attributes)
{
    using key = ast::attribute_kind;
    const auto name = ast::resolve_opcode(opcode);
    const auto pieces = pieces_of(attributes);
    const auto has = [&](key k) { return std::ranges::find(pieces, k, &piece::key) != pieces.end(); };
    const bool starts = name.suffix == ast::async_suffix::none || name.suffix == ast::async_suffix::start;
    const auto always = [&](key k) {
        if (!starts || has(k)) return false;
        if (name.kind == ast::opcode_kind::dot && k == key::lhs_batch_dims) return has(key::rhs_batch_dims);
        if (name.kind == ast::opcode_kind::dot && k == key::rhs_batch_dims) return has(key::lhs_batch_dims);
        if (name.kind != ast::opcode_kind::conditional) return contains(always_of(name.kind), k);
        if (k == key::branch_computations) return !has(key::true_computation) && !has(key::false_computation);
        if (k == key::true_computation) return has(key::false_computation);
        return k == key::false_computation && has(key::true_computation);
    };
    std::string result;
    const auto append = [&](std::string_view text) { result.append(result.empty() ? "" : ", ").append(text); };
    auto next = pieces.begin();
    const auto slots = slots_of({name.kind, name.suffix, {}});
    for (std::size_t i = 0; i < slots.count; ++i) {
        while (next != pieces.end() && next->key == key::unknown) append(next++->text);
        if (next != pieces.end() && next->key == slots.keys[i])
            append(next++->text);
        else if (always(slots.keys[i]))
            append(std::string(spelling(slots.keys[i])) + "=" + std::string(good_value(name.kind, slots.keys[i])));
    }
    for (; next != pieces.end(); ++next) append(next->text);
    return result;
}

// A result without dimensions, for opcodes with attributes that would have to fit them.
inline std::string_view result_of(std::string_view opcode)
{
    using op = ast::opcode_kind;
    switch (ast::resolve_opcode(opcode).kind) {
    case op::convolution:
    case op::pad:
    case op::reduce_window:
    case op::select_and_scatter:
    case op::slice:
    case op::dynamic_slice: return "token[]";
    default: return "f32[4]{0}";
    }
}

inline std::string line(std::string_view opcode, std::string_view attributes)
{
    const auto all = completed(opcode, attributes);
    return "%x = " + std::string(result_of(opcode)) + " " + std::string(opcode) + "(%a)" + (all.empty() ? "" : ", ") +
           all;
}

template <typename T, typename... Ts>
constexpr bool holds_one(const std::variant<Ts...>*)
{
    return (std::is_same_v<T, Ts> || ...);
}

// The value of the last attribute in the text. The instruction must be accepted, print back, and have no unknown
// spellings.
template <typename T>
T value(std::string_view opcode, std::string_view attribute)
{
    const auto text = line(opcode, attribute);
    static std::vector<fragment> kept; // the results refer to them
    auto result = parse(entry::instruction, text);
    if (!result.accepted()) throw std::runtime_error(text + ": " + result.findings.front().message.text());
    EXPECT_EQ(print(*result.value), text);
    EXPECT_TRUE(result.findings.empty()) << text << ": " << result.findings.front().message.text();
    kept.push_back(std::move(*result.value));
    const auto& node = std::get<ast::instruction>(kept.back().node());
    const auto wanted = pieces_of(attribute).back().key;
    const auto found = std::ranges::find(node.attributes, wanted, [](const ast::attribute& x) { return x.key.kind; });
    const auto& held = found->value;
    if constexpr (holds_one<ast::box<T>>(static_cast<decltype(&held)>(nullptr)))
        return *std::get<ast::box<T>>(held);
    else
        return std::get<T>(held);
}

inline fault faulty(std::string_view opcode, std::string_view attributes)
{
    return refused(entry::instruction, line(opcode, attributes));
}

inline std::string_view kind_of_fault(std::string_view opcode, std::string_view attributes)
{
    return info(faulty(opcode, attributes).id).name;
}

} // namespace ballast::tests
