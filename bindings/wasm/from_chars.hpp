// std::from_chars for floating-point numbers, where the standard library lacks it.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <concepts>
#include <fast_float/fast_float.h>
#include <system_error>

namespace ballast::wasm {

// fast_float returns an infinity or zero for a number out of range; since 4.0 also the error.
template <std::floating_point F>
bool is_out_of_range(F value, const char* begin, const char* end)
{
    const auto* const digits = begin != end && *begin == '-' ? begin + 1 : begin;
    if (digits == end || !((*digits >= '0' && *digits <= '9') || *digits == '.')) return false; // `inf`, `nan`
    if (std::isinf(value)) return true;
    const auto* const exponent = std::find_if(digits, end, [](char c) { return c == 'e' || c == 'E'; });
    return value == 0 && std::any_of(digits, exponent, [](char c) { return c >= '1' && c <= '9'; });
}

template <std::floating_point F>
std::from_chars_result from_chars(const char* begin, const char* end, F& to)
{
    F value{};
    const auto [after, error] = fast_float::from_chars(begin, end, value);
    if (error != std::errc{}) return {after, error};
    if (is_out_of_range(value, begin, after)) return {after, std::errc::result_out_of_range};
    to = value;
    return {after, error};
}

} // namespace ballast::wasm
