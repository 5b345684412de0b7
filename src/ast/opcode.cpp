#include "ballast/ast/opcode.hpp"

#include "base/spelling_table.hpp"

#include <array>

namespace ballast::inline v0::ast {

namespace {

// In the order of opcode_kind.
// clang-format off
constexpr auto spellings = std::to_array<std::string_view>({
    "",
    "abs", "acos", "acosh", "add", "add-dependency", "after-all", "all-gather", "all-gather-done", "all-gather-start",
    "all-reduce", "all-reduce-done", "all-reduce-scatter", "all-reduce-start", "all-to-all", "and", "asin", "asinh",
    "async-done", "async-start", "async-update", "atan2", "atanh", "batch-norm-grad", "batch-norm-inference",
    "batch-norm-training", "bitcast", "bitcast-convert", "broadcast", "call", "cbrt", "ceil", "cholesky", "clamp",
    "collective-broadcast", "collective-permute", "collective-permute-done", "collective-permute-start", "compare",
    "complex", "concatenate", "conditional", "constant", "convert", "convolution", "copy", "copy-done", "copy-start",
    "cosh", "cosine", "count-leading-zeros", "custom-call", "divide", "domain", "dot", "dynamic-reshape",
    "dynamic-slice", "dynamic-update-slice", "erf", "exponential", "exponential-minus-one", "fft", "floor", "fusion",
    "gather", "get-dimension-size", "get-tuple-element", "imag", "infeed", "iota", "is-finite", "log", "log-plus-one",
    "logistic", "map", "maximum", "minimum", "mulhi", "multiply", "negate", "not", "opt-barrier", "or", "outfeed",
    "pad", "parameter", "partition-id", "popcnt", "power", "ragged-all-to-all", "ragged-dot", "real", "recv",
    "recv-done", "reduce", "reduce-precision", "reduce-scatter", "reduce-window", "remainder", "replica-id",
    "reshape", "reverse", "rng", "rng-bit-generator", "rng-get-and-update-state", "round-nearest-afz",
    "round-nearest-even", "rsqrt", "scaled-dot", "scan", "scatter", "select", "select-and-scatter", "send",
    "send-done", "set-dimension-size", "shift-left", "shift-right-arithmetic", "shift-right-logical", "sign", "sine",
    "sinh", "slice", "sort", "sqrt", "stochastic-convert", "subtract", "tan", "tanh", "topk", "trace", "transpose",
    "triangular-solve", "tuple", "tuple-select", "while", "xor",
});
// clang-format on
static_assert(spellings.size() == static_cast<std::size_t>(opcode_kind::xor_) + 1);

constexpr spelling_table<512> table{spellings};

constexpr std::array<std::string_view, 4> suffixes{"", "-start", "-update", "-done"};

} // namespace

std::string_view spelling(opcode_kind kind) { return spellings[static_cast<std::size_t>(kind)]; }

std::string_view spelling(async_suffix suffix) { return suffixes[static_cast<std::size_t>(suffix)]; }

opcode_name resolve_opcode(std::string_view printed)
{
    if (const auto found = table.find(printed)) return {static_cast<opcode_kind>(found), async_suffix::none, printed};
    for (std::size_t i = 1; i < suffixes.size(); ++i) {
        if (printed.size() <= suffixes[i].size() || !printed.ends_with(suffixes[i])) continue;
        const auto base = printed.substr(0, printed.size() - suffixes[i].size());
        return {static_cast<opcode_kind>(table.find(base)), static_cast<async_suffix>(i), base};
    }
    return {opcode_kind::unknown, async_suffix::none, printed};
}

} // namespace ballast::inline v0::ast
