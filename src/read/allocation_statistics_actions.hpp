// The statistics of allocations.
#pragma once

#include "grammar/allocation_statistics.hpp"
#include "read/action.hpp"

namespace ballast::read {

namespace g = grammar;

// --- functions -------------------------------------------------------------------------------------------------------

// `15.54` is 1554.
struct sets_hundredths : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::fragmentation& node)
    {
        const auto text = text_of(in);
        std::int64_t value = 0;
        for (const char c : text) {
            if (c == '.') continue;
            if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, c - '0', &value))
                refuse_integer(ctx, text, "a signed 64-bit integer");
        }
        node.percent = value;
    }
};

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <> struct action<g::parameter_bytes>    : sets<&ast::allocation_statistics::parameter> {};
template <> struct action<g::constant_bytes>     : sets<&ast::allocation_statistics::constant> {};
template <> struct action<g::live_out_bytes>     : sets<&ast::allocation_statistics::maybe_live_out> {};
template <> struct action<g::temporary_bytes>    : sets<&ast::allocation_statistics::preallocated_temp> {};
template <> struct action<g::all_bytes>          : sets<&ast::allocation_statistics::total> {};
template <> struct action<g::fragmented_bytes>   : sets<&ast::fragmentation::size> {};
template <> struct action<g::fragmented_hundredths> : sets_hundredths {};
template <> struct action<g::fragmented_minus_nan> : marks<&ast::fragmentation::percent, ast::nan_sign::minus> {};
template <> struct action<g::fragmented_plus_nan> : marks<&ast::fragmentation::percent, ast::nan_sign::plus> {};
template <> struct action<g::fragmented_infinite> : marks<&ast::fragmentation::percent, ast::infinite{}> {};
template <> struct action<g::temporary_fragmentation> : emplaces<&ast::allocation_statistics::temp_fragmentation> {};
template <> struct action<g::total_fragmentation> : emplaces<&ast::allocation_statistics::total_fragmentation> {};
// clang-format on

} // namespace ballast::read
