#include "ballast/ast/literal.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <iterator>

namespace ballast::inline v0::ast {

namespace {

// Digits that `%.*g` gets for a type of fixed digits; 0 for f32 and f64, which try two.
int digits_of(element_kind kind)
{
    using enum element_kind;
    switch (kind) {
    case bf16: return 4;
    case f16: return 5;
    case f8e5m2:
    case f8e5m2fnuz:
    case f8e8m0fnu:
    case f4e2m1fn:
    case f6e3m2fn: return 2;
    case f8e4m3:
    case f8e4m3fn:
    case f8e4m3b11fnuz:
    case f8e4m3fnuz:
    case f8e3m4:
    case f6e2m3fn: return 3;
    default: return 0;
    }
}

bool prints_as(double value, int digits, std::string_view text)
{
    fmt::basic_memory_buffer<char, 64> printed;
    fmt::format_to(std::back_inserter(printed), "{:.{}g}", value, digits);
    return std::string_view(printed.data(), printed.size()) == text;
}

template <typename Float>
bool shortest(std::string_view text, int fewer, int more)
{
    Float value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size()) return false;
    // Out of range: a numeral of a wider type.
    if (error != std::errc{}) return false;
    fmt::basic_memory_buffer<char, 64> printed;
    fmt::format_to(std::back_inserter(printed), "{:.{}g}", static_cast<double>(value), fewer);
    const std::string_view short_text(printed.data(), printed.size());
    Float again = 0;
    std::from_chars(short_text.data(), short_text.data() + short_text.size(), again);
    if (again == value) return short_text == text;
    return prints_as(static_cast<double>(value), more, text);
}

} // namespace

float_class classify(float_text number)
{
    auto text = number.text;
    if (text.starts_with('-')) text.remove_prefix(1);
    if (text.starts_with("inf")) return float_class::infinite;
    return text.starts_with("nan") ? float_class::not_a_number : float_class::finite;
}

bool is_canonical(float_text number, element_kind type)
{
    if (classify(number) != float_class::finite) return true;
    const auto text = number.text;
    if (text.size() > 40) return false;
    if (type == element_kind::f32) return shortest<float>(text, 6, 9);
    if (type == element_kind::f64) return shortest<double>(text, 15, 17);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size() || error != std::errc{}) return false;
    if (const int digits = digits_of(type); digits != 0) return prints_as(value, digits, text);
    for (const int digits : std::array{2, 3, 4, 5, 6, 9, 15, 17})
        if (prints_as(value, digits, text)) return true;
    return false;
}

} // namespace ballast::inline v0::ast
