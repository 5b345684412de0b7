#include "proto/attribute_text.hpp"

#include "ballast/text.hpp"
#include "proto/shape_text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>

namespace ballast::inline v0::proto {

namespace {

using op = ast::opcode_kind;

std::string_view word_at(std::span<const std::string_view> words, std::int64_t number)
{
    return number < 0 || static_cast<std::size_t>(number) >= words.size() ? std::string_view()
                                                                          : words[static_cast<std::size_t>(number)];
}

// clang-format off
constexpr std::array<std::string_view, 4> fft_types{"FFT", "IFFT", "RFFT", "IRFFT"};
constexpr std::array<std::string_view, 4> precisions{"default", "high", "highest", "packed_nibble"};
constexpr std::array<std::string_view, 16> dot_algorithms{
    "", "dot_any_f8_any_f8_f32", "dot_any_f8_any_f8_f32_fast_accum", "dot_f16_f16_f16", "dot_f16_f16_f32",
    "dot_bf16_bf16_bf16", "dot_bf16_bf16_f32", "dot_bf16_bf16_f32_x3", "dot_bf16_bf16_f32_x6", "dot_tf32_tf32_f32",
    "dot_tf32_tf32_f32_x3", "dot_f32_f32_f32", "dot_f64_f64_f64", "dot_bf16_bf16_f32_x9", "dot_bf16_bf16_fp8x3",
    "dot_bf16_bf16_fp8x4"};
constexpr std::array<std::string_view, 4> transposes{"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
constexpr std::array<std::string_view, 3> distributions{"rng_invalid", "rng_uniform", "rng_normal"};
constexpr std::array<std::string_view, 3> random_algorithms{"rng_default", "rng_three_fry", "rng_philox"};
constexpr std::array<std::string_view, 4> convolution_kinds{"", "fprop", "dgrad", "wgrad"};
constexpr std::array<std::string_view, 3> paddings{"", "PADDING_VALID", "PADDING_SAME"};
constexpr std::array<std::string_view, 3> schedules{"", "SCHEDULE_LATEST", "SCHEDULE_EARLIEST"};
constexpr std::array<std::string_view, 5> api_versions{
    "API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING",
    "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI"};
// clang-format on

enum class number_class : std::uint8_t { floating, with_sign, without_sign };

number_class class_of(std::int64_t type)
{
    const auto spelled = spelling_of_type(type);
    if (spelled == "pred" || spelled.starts_with('u')) return number_class::without_sign;
    if (spelled.starts_with('s') && spelled.size() > 1 && spelled[1] >= '0' && spelled[1] <= '9')
        return number_class::with_sign;
    return number_class::floating;
}

bool is_collective(op kind)
{
    using enum ast::opcode_kind;
    switch (kind) {
    case all_gather:
    case all_gather_start:
    case all_reduce:
    case all_reduce_start:
    case reduce_scatter:
    case all_to_all:
    case ragged_all_to_all:
    case collective_broadcast:
    case collective_permute:
    case collective_permute_start: return true;
    default: return false;
    }
}

void put_window_text(text& out, message window)
{
    const auto dimensions = window.children(1);
    bool first = true;
    const auto put = [&](std::string_view name, auto&& put_one) {
        out.put(first ? "" : " ", name, '=');
        first = false;
        for (std::size_t i = 0; i < dimensions.size(); ++i) {
            if (i != 0) out.put('x');
            put_one(dimensions[i]);
        }
    };
    const auto number = [&](std::string_view name, field_number field, std::int64_t usual, bool always = false) {
        if (always || std::ranges::any_of(dimensions, [&](message d) { return d.integer(field) != usual; }))
            put(name, [&](message d) { out.put(d.integer(field)); });
    };
    out.put('{');
    if (!dimensions.empty()) number("size", 1, 0, true);
    number("stride", 2, 1);
    if (std::ranges::any_of(dimensions, [](message d) { return d.integer(3) != 0 || d.integer(4) != 0; }))
        put("pad", [&](message d) { out.put(d.integer(3), '_', d.integer(4)); });
    number("lhs_dilate", 6, 1);
    number("rhs_dilate", 5, 1);
    number("rhs_reversal", 7, 0);
    out.put('}');
}

// `b01f_01io->b01f`
void put_dimension_labels(text& out, message numbers)
{
    const auto put = [&](field_number first, char first_letter, field_number second, char second_letter,
                         field_number spatial) {
        const auto places = numbers.integers(spatial);
        std::vector<std::string> labels(places.size() + 2, "?");
        const auto set = [&](std::int64_t at, std::string label) {
            if (at >= 0 && static_cast<std::size_t>(at) < labels.size())
                labels[static_cast<std::size_t>(at)] = std::move(label);
        };
        set(numbers.integer(first), std::string(1, first_letter));
        set(numbers.integer(second), std::string(1, second_letter));
        for (std::size_t i = 0; i < places.size(); ++i) set(places[i], std::to_string(i));
        for (const auto& label : labels) out.put(std::string_view(label));
    };
    put(7, 'b', 8, 'f', 11);
    out.put('_');
    put(3, 'i', 4, 'o', 6);
    out.put("->");
    put(9, 'b', 10, 'f', 12);
}

} // namespace

// --- pieces ----------------------------------------------------------------------------------------------------------

bool attribute_printer::begin(key which)
{
    if (!timeline::printed_at(printed_, which, out_.when())) return false;
    out_.put(", ", spelling(which), '=');
    return true;
}

void attribute_printer::put_flag(key which, field_number field)
{
    if (x_.flag(field) && begin(which)) out_.put("true");
}

void attribute_printer::put_number(key which, field_number field)
{
    if (begin(which)) out_.put(x_.integer(field));
}

void attribute_printer::put_indices(key which, message from, field_number field)
{
    if (begin(which)) out_.put_index(from.integers(field));
}

void attribute_printer::put_indices_if_any(key which, message from, field_number field)
{
    if (from.has(field)) put_indices(which, from, field);
}

void attribute_printer::put_word(key which, std::string_view word)
{
    if (!word.empty() && begin(which)) out_.put(word);
}

std::int64_t attribute_printer::operand_type(std::size_t number) const
{
    const auto operands = of_.operands.of(row_);
    return number < operands.size() ? of_.positions[of_.instructions[operands[number]].first].type : 0;
}

// --- by opcode -------------------------------------------------------------------------------------------------------

void attribute_printer::put_collective()
{
    using enum ast::opcode_kind;
    if (begin(key::replica_groups)) put_replica_groups(out_, x_);
    put_flag(key::constrain_layout, 56);
    switch (kind_) {
    case all_gather:
    case all_gather_start:
        put_indices(key::dimensions, 14);
        put_flag(key::use_global_device_ids, 71);
        break;
    case reduce_scatter:
        put_flag(key::use_global_device_ids, 71);
        put_indices(key::dimensions, 14);
        break;
    case all_reduce:
    case all_reduce_start: put_flag(key::use_global_device_ids, 71); break;
    case all_to_all: put_indices_if_any(key::dimensions, x_, 14); break;
    case collective_broadcast:
        if (begin(key::has_dynamic_root)) out_.put(x_.flag(100) ? "true" : "false");
        break;
    default: break;
    }
}

void attribute_printer::put_collective_permute()
{
    if (begin(key::source_target_pairs)) {
        out_.put('{');
        bool first = true;
        x_.each(52, [&](std::string_view bytes) {
            const message pair(bytes);
            out_.put(first ? "{" : ",{", pair.integer(1), ',', pair.integer(2), '}');
            first = false;
        });
        out_.put('}');
    }
}

void attribute_printer::put_compare()
{
    put_word(key::direction, x_.text(63));
    const auto type = operand_type(0);
    const auto of = class_of(type);
    const auto order = x_.text(102);
    auto compared = x_.text(72);
    if (compared.empty() && of == number_class::floating && order == "TOTAL") compared = "TOTALORDER";
    const std::string_view usual = of == number_class::floating    ? "FLOAT"
                                   : of == number_class::with_sign ? "SIGNED"
                                                                   : "UNSIGNED";
    if (compared == usual) compared = {};
    if (timeline::printed_at(key::order, out_.when()))
        put_word(key::order, compared == "TOTALORDER"                             ? std::string_view("TOTAL")
                             : of != number_class::floating && order == "PARTIAL" ? order
                                                                                  : std::string_view());
    else
        put_word(key::type, compared);
}

void attribute_printer::put_window()
{
    const auto window = x_.find(15);
    const bool may_be_empty = kind_ == op::custom_call && out_.has(feature::empty_window);
    if (window && (may_be_empty || window->has(1)) && begin(key::window)) put_window_text(out_, *window);
}

void attribute_printer::put_convolution()
{
    put_window();
    const auto labels = x_.find(16);
    if (labels && (kind_ != op::custom_call || !labels->empty()) && begin(key::dim_labels))
        put_dimension_labels(out_, *labels);
    if (x_.integer(50) > 1) put_number(key::feature_group_count, 50);
    if (x_.integer(58) > 1) put_number(key::batch_group_count, 58);
    if (kind_ == op::convolution) put_word(key::convolution_kind, word_at(convolution_kinds, x_.integer(97)));
    put_precision();
    if (kind_ == op::convolution) {
        put_sparsity();
        put_block_scaling();
    }
}

void attribute_printer::put_precision()
{
    const auto config = x_.child(51);
    const auto operands = config.integers(1);
    if (std::ranges::any_of(operands, [](std::int64_t p) { return p != 0; }) && begin(key::operand_precision)) {
        std::vector<std::string_view> words;
        for (const auto p : operands) words.push_back(word_at(precisions, p));
        out_.put('{').put_joined(words, ",").put('}');
    }
    put_word(key::algorithm, word_at(dot_algorithms, config.integer(2)));
}

// `{lhs={sparsity=2x4 dimension=1 stride=1 idx=2}}`
void attribute_printer::put_sparsity()
{
    const auto config = x_.child(98);
    if (config.empty() || !begin(key::sparsity_config)) return;
    out_.put('{');
    bool first = true;
    for (const auto& [field, name] : {std::pair(1U, "lhs"), std::pair(2U, "rhs")}) {
        const auto side = config.find(field);
        if (!side) continue;
        out_.put(first ? "" : " ", name, "={sparsity=", side->integer(1), 'x', side->integer(2),
                 " dimension=", side->integer(3), " stride=", side->integer(4));
        if (out_.has(feature::sparsity_index)) out_.put(" idx=", side->integer(5));
        out_.put('}');
        first = false;
    }
    out_.put('}');
}

// `{lhs={scale_idx=2 strides=1x32 steps=1x1}}`
void attribute_printer::put_block_scaling()
{
    const auto config = x_.child(101);
    if (config.empty() || !begin(key::block_scaling_config)) return;
    out_.put('{');
    bool first = true;
    for (const auto& [field, name] : {std::pair(1U, "lhs"), std::pair(2U, "rhs")}) {
        const auto side = config.find(field);
        if (!side) continue;
        out_.put(first ? "" : " ", name, "={scale_idx=", side->integer(1));
        if (side->has(2)) out_.put(" zero_idx=", side->integer(2));
        out_.put(" strides=").put_joined(side->integers(3), "x");
        out_.put(" steps=").put_joined(side->integers(4), "x").put('}');
        first = false;
    }
    out_.put('}');
}

void attribute_printer::put_custom_call()
{
    put_convolution();
    put_word(key::padding_type, word_at(paddings, x_.integer(75)));
    if (begin(key::custom_call_target)) out_.put('"', std::string_view(escaped(x_.text(28))), '"');
    if (x_.flag(56) && begin(key::operand_layout_constraints)) {
        out_.put('{');
        bool first = true;
        x_.each(57, [&](std::string_view bytes) {
            if (!first) out_.put(", ");
            first = false;
            put_shape(out_, message(bytes), true);
        });
        out_.put('}');
    }
    put_flag(key::custom_call_has_side_effect, 65);
    if (const auto literal = x_.find(8)) {
        const auto shape = literal->child(1);
        if (shape.integer(2) != tuple && begin(key::literal)) {
            put_shape(out_, shape, true);
            out_.put(' ');
            put_literal(out_, *literal, shape);
        }
    }
    put_output_aliasing();
    put_word(key::schedule, word_at(schedules, x_.integer(76)));
    if (const auto version = x_.integer(77); version != 1) put_word(key::api_version, word_at(api_versions, version));
}

void attribute_printer::put_dot()
{
    const auto ragged = x_.child(90);
    const auto numbers = kind_ == op::ragged_dot && x_.has(90) ? ragged.child(1) : x_.child(30);
    put_indices_if_any(key::lhs_batch_dims, numbers, 3);
    put_indices(key::lhs_contracting_dims, numbers, 1);
    put_indices_if_any(key::rhs_batch_dims, numbers, 4);
    put_indices(key::rhs_contracting_dims, numbers, 2);
    if (kind_ == op::ragged_dot) {
        put_indices_if_any(key::lhs_ragged_dims, ragged, 2);
        put_indices_if_any(key::rhs_group_dims, ragged, 3);
    }
    put_precision();
    if (kind_ != op::dot) return;
    put_sparsity();
    put_block_scaling();
}

void attribute_printer::put_gather()
{
    const auto numbers = x_.child(33);
    put_indices(key::offset_dims, numbers, 1);
    put_indices(key::collapsed_slice_dims, numbers, 2);
    put_indices(key::start_index_map, numbers, 3);
    put_indices_if_any(key::operand_batching_dims, numbers, 5);
    put_indices_if_any(key::start_indices_batching_dims, numbers, 6);
    if (begin(key::index_vector_dim)) out_.put(numbers.integer(4));
    put_indices(key::slice_sizes, 34);
    put_flag(key::indices_are_sorted, 67);
}

void attribute_printer::put_scatter()
{
    const auto numbers = x_.child(48);
    put_indices(key::update_window_dims, numbers, 1);
    put_indices(key::inserted_window_dims, numbers, 2);
    put_indices(key::scatter_dims_to_operand_dims, numbers, 3);
    put_indices_if_any(key::input_batching_dims, numbers, 5);
    put_indices_if_any(key::scatter_indices_batching_dims, numbers, 6);
    if (begin(key::index_vector_dim)) out_.put(numbers.integer(4));
    put_flag(key::indices_are_sorted, 67);
    put_flag(key::unique_indices, 69);
}

void attribute_printer::put_slice()
{
    const auto parts = x_.children(17);
    const bool strides = std::ranges::any_of(parts, [](message p) { return p.integer(3) != 1; });
    if (!begin(key::slice)) return;
    out_.put('{');
    for (std::size_t i = 0; i < parts.size(); ++i) {
        out_.put(i == 0 ? "[" : ", [", parts[i].integer(1), ':', parts[i].integer(2));
        if (strides) out_.put(':', parts[i].integer(3));
        out_.put(']');
    }
    out_.put('}');
}

void attribute_printer::put_pad()
{
    const auto parts = x_.child(21).children(1);
    const bool inside = std::ranges::any_of(parts, [](message p) { return p.integer(3) != 0; });
    if (!begin(key::padding)) return;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        out_.put(i == 0 ? "" : "x", parts[i].integer(1), '_', parts[i].integer(2));
        if (inside) out_.put('_', parts[i].integer(3));
    }
}

void attribute_printer::put_triangular_solve()
{
    const auto how = x_.child(59);
    const auto flag = [&](key which, field_number field) {
        if (how.flag(field) && begin(which)) out_.put("true");
    };
    flag(key::left_side, 1);
    flag(key::lower, 2);
    flag(key::unit_diagonal, 3);
    put_word(key::transpose_a, word_at(transposes, how.integer(4)));
}

void attribute_printer::put_random()
{
    using enum ast::opcode_kind;
    if (kind_ == rng) put_word(key::distribution, word_at(distributions, x_.integer(23)));
    if (kind_ == rng_bit_generator) put_word(key::algorithm, word_at(random_algorithms, x_.integer(70)));
    if (kind_ == rng_get_and_update_state) put_number(key::delta, 66);
}

void attribute_printer::put_transfer()
{
    using enum ast::opcode_kind;
    if (kind_ == infeed) {
        if (!x_.text(27).empty() && begin(key::infeed_config))
            out_.put('"', std::string_view(escaped(x_.text(27))), '"');
    } else if (kind_ == outfeed) {
        if (begin(key::outfeed_shape)) put_shape(out_, x_.child(29), true);
        if (!x_.text(22).empty() && begin(key::outfeed_config))
            out_.put('"', std::string_view(escaped(x_.text(22))), '"');
    } else if (kind_ == copy_start) {
        if (x_.number(80)) put_number(key::cross_program_prefetch_index, 80);
        put_flag(key::is_cross_program_prefetch, 73);
    } else {
        put_flag(key::is_host_transfer, 47);
    }
}

void attribute_printer::put_domain()
{
    if (!begin(key::domain)) return;
    const auto put = [&](std::string_view name, field_number field) {
        out_.put(name);
        if (const auto sharding = x_.find(field))
            put_sharding(out_, *sharding);
        else
            out_.put("{}");
    };
    out_.put("{kind=\"sharding\"");
    put(", entry=", 54);
    put(", exit=", 55);
    out_.put('}');
}

// Opcodes with a few plain attributes.
void attribute_printer::put_simple()
{
    using enum ast::opcode_kind;
    switch (kind_) {
    case batch_norm_grad:
    case batch_norm_inference:
    case batch_norm_training: {
        float epsilon = 0;
        x_.each_fixed<std::uint32_t>(24, [&](std::uint32_t bits) { epsilon = std::bit_cast<float>(bits); });
        if (begin(key::epsilon)) proto::put_number(out_, static_cast<double>(epsilon), 6);
        put_number(key::feature_index, 25);
        break;
    }
    case fft:
        put_word(key::fft_type, word_at(fft_types, x_.integer(31)));
        put_indices(key::fft_length, 32);
        break;
    case cholesky:
        if (x_.child(62).flag(1) && begin(key::lower)) out_.put("true");
        break;
    case topk:
        put_number(key::k, 81);
        if (begin(key::largest)) out_.put(x_.flag(85) ? "true" : "false");
        if (begin(key::is_stable)) out_.put(x_.flag(60) ? "true" : "false");
        break;
    case sort:
        put_indices(key::dimensions, 14);
        put_flag(key::is_stable, 60);
        break;
    case scan:
        put_indices(key::dimensions, 14);
        put_number(key::num_carries, 95);
        put_flag(key::is_reverse, 94);
        if (const auto is = x_.integer(96); is != 0 && begin(key::is_associative)) out_.put(is == 1 ? "true" : "false");
        break;
    case reshape:
        if (const auto inferred = x_.integers(14);
            !inferred.empty() && inferred[0] != -1 && begin(key::inferred_dimension))
            out_.put(inferred[0]);
        break;
    case iota:
        if (const auto dimension = x_.integers(14); begin(key::iota_dimension))
            out_.put(dimension.empty() ? std::int64_t{0} : dimension[0]);
        break;
    case reduce_precision:
        put_number(key::exponent_bits, 18);
        put_number(key::mantissa_bits, 19);
        break;
    case parameter:
        if (const auto replication = x_.find(61); replication && begin(key::parameter_replication)) {
            std::vector<std::string_view> words;
            for (const auto replicated : replication->integers(1)) words.push_back(replicated != 0 ? "true" : "false");
            out_.put('{').put_joined(words, ",").put('}');
        }
        break;
    case shuffle:
        put_indices(key::dimensions, 14);
        put_word(key::mode, "rotate");
        if (begin(key::shifts)) out_.put_index(x_.child(103).child(1).integers(1));
        break;
    case fusion:
        put_word(key::kind, x_.text(11));
        put_output_aliasing();
        break;
    default: break;
    }
}

void attribute_printer::put_own()
{
    using enum ast::opcode_kind;
    const bool transfers = kind_ == send || kind_ == recv || kind_ == send_done || kind_ == recv_done;
    if ((is_collective(kind_) || transfers) && x_.integer(26) != 0) put_number(key::channel_id, 26);
    switch (kind_) {
    case collective_permute:
    case collective_permute_start: put_collective_permute(); break;
    case compare: put_compare(); break;
    case reduce_window:
    case select_and_scatter: put_window(); break;
    case convolution: put_convolution(); break;
    case custom_call: put_custom_call(); break;
    case dot:
    case scaled_dot:
    case ragged_dot: put_dot(); break;
    case gather: put_gather(); break;
    case scatter: put_scatter(); break;
    case slice: put_slice(); break;
    case pad: put_pad(); break;
    case dynamic_slice: put_indices(key::dynamic_slice_sizes, 20); break;
    case triangular_solve: put_triangular_solve(); break;
    case rng:
    case rng_bit_generator:
    case rng_get_and_update_state: put_random(); break;
    case get_tuple_element: put_number(key::index, 13); break;
    case domain: put_domain(); break;
    case broadcast:
    case concatenate:
    case reduce:
    case reverse:
    case transpose:
    case map:
    case get_dimension_size:
    case set_dimension_size: put_indices(key::dimensions, 14); break;
    case send:
    case recv:
    case send_done:
    case recv_done:
    case infeed:
    case outfeed:
    case copy_start: put_transfer(); break;
    default: is_collective(kind_) ? put_collective() : put_simple(); break;
    }
    put_called();
}

void attribute_printer::put_computation(key which, std::size_t number)
{
    const auto called = of_.called.of(row_);
    if (number < called.size() && begin(which)) out_.put('%', of_.computations[called[number]].name);
}

void attribute_printer::put_called()
{
    using enum ast::opcode_kind;
    const auto called = of_.called.of(row_);
    const auto put_list = [&](std::string_view open, std::string_view close) {
        out_.put(open);
        for (std::size_t i = 0; i < called.size(); ++i)
            out_.put(i == 0 ? "%" : ", %", of_.computations[called[i]].name);
        out_.put(close);
    };
    switch (kind_) {
    case while_: // the file has the body first
        put_computation(key::condition, 1);
        put_computation(key::body, 0);
        break;
    case select_and_scatter:
        put_computation(key::select, 0);
        put_computation(key::scatter, 1);
        break;
    case conditional:
        if (operand_type(0) == pred) {
            put_computation(key::true_computation, 0);
            put_computation(key::false_computation, 1);
        } else if (begin(key::branch_computations)) {
            put_list("{", "}");
        }
        break;
    case call:
    case map:
    case reduce:
    case reduce_window:
    case all_reduce:
    case all_reduce_start:
    case reduce_scatter:
    case scatter:
    case sort:
    case scan:
        put_computation(key::to_apply, 0);
        if (kind_ == call) put_flag(key::is_composite, 89);
        break;
    case custom_call:
        if (called.empty()) break;
        if (begin(key::called_computations))
            put_list("{", "}");
        else if (begin(key::calls))
            put_list("", "");
        break;
    default:
        if (!called.empty() && begin(key::calls)) put_list("", "");
        break;
    }
}

} // namespace ballast::inline v0::proto
