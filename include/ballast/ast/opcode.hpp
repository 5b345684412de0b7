// HLO opcodes, by the names that XLA prints.
#pragma once

#include "ballast/export.hpp"
#include "ballast/list.hpp"

#include <cstdint>
#include <string_view>

namespace ballast::inline v0::ast {

// All opcodes of hlo_opcode.h since 2020, including removed ones (all-reduce-scatter, trace, tuple-select). Names that
// C++ reserves have a trailing underscore. `unknown` is any spelling that is not in the table.
// clang-format off
enum class opcode_kind : std::uint8_t {
    unknown,
    abs, acos, acosh, add, add_dependency, after_all, all_gather, all_gather_done, all_gather_start, all_reduce,
    all_reduce_done, all_reduce_scatter, all_reduce_start, all_to_all, and_, asin, asinh, async_done, async_start,
    async_update, atan2, atanh, batch_norm_grad, batch_norm_inference, batch_norm_training, bitcast, bitcast_convert,
    broadcast, call, cbrt, ceil, cholesky, clamp, collective_broadcast, collective_permute, collective_permute_done,
    collective_permute_start, collective_reduce, compare, complex, concatenate, conditional, constant, convert, convolution, copy,
    copy_done, copy_start, cosh, cosine, count_leading_zeros, custom_call, divide, domain, dot, dynamic_reshape,
    dynamic_slice, dynamic_update_slice, erf, exp2, exponential, exponential_minus_one, fft, floor, fusion, gather,
    get_dimension_size, get_tuple_element, imag, infeed, iota, is_finite, log, log_plus_one, log2, logistic, map, maximum,
    minimum, mulhi, multiply, negate, not_, opt_barrier, or_, outfeed, pad, parameter, partition_id, popcnt, power,
    ragged_all_to_all, ragged_dot, real, recv, recv_done, reduce, reduce_precision, reduce_scatter, reduce_window,
    remainder, replica_id, reshape, reverse, rng, rng_bit_generator, rng_get_and_update_state, round_nearest_afz,
    round_nearest_even, rsqrt, scaled_dot, scan, scatter, select, select_and_scatter, send, send_done,
    set_dimension_size, shift_left, shift_right_arithmetic, shift_right_logical, shuffle, sign, sine, sinh, slice, sort, sqrt,
    stochastic_convert, subtract, tan, tanh, topk, trace, transpose, triangular_solve, tuple, tuple_select, while_,
    xor_,
};
// clang-format on

// `-start`, `-update` or `-done` after the opcode of the root of a wrapped computation (2022-03-17+).
enum class async_suffix : std::uint8_t { none, start, update, done };

// The name of a kind; empty for `unknown`.
BALLAST_API std::string_view spelling(opcode_kind kind);
BALLAST_API std::string_view spelling(async_suffix suffix);

// An opcode as printed. A name that is itself an opcode (`copy-start`) is that opcode without a suffix, even if XLA
// made it from a wrapped computation, because the text is the same. `other` is the spelling without the suffix if the
// kind is unknown.
struct opcode {
    opcode_kind kind = opcode_kind::unknown;
    async_suffix suffix = async_suffix::none;
    box<std::string_view> other;

    bool operator==(const opcode&) const = default;
    static constexpr auto members(auto m)
    {
        return m("opcode", m("kind", &opcode::kind), m("suffix", &opcode::suffix), m("other", &opcode::other));
    }
};

// Kind and suffix of a printed name. The kind is `unknown` if the name is not in the table.
struct opcode_name {
    opcode_kind kind = opcode_kind::unknown;
    async_suffix suffix = async_suffix::none;
    std::string_view base; // the name without its suffix
};
BALLAST_API opcode_name resolve_opcode(std::string_view printed);

} // namespace ballast::inline v0::ast
