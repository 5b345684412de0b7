#include "ballast/ast/literal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>

namespace ballast::inline v0::ast {

namespace {

// A floating-point type, and its number of digits for `%.*g`. Exponents are those of IEEE 754, with a significand in
// [1, 2).
struct float_format {
    enum class specials : std::uint8_t { ieee, nan_alone, negative_nan, none };
    enum class zeros : std::uint8_t { both, positive, none };

    element_kind type;
    int precision; // significant bits
    int lowest;    // exponent of the smallest normal number
    double largest;
    int digits; // 0: the smaller of two numbers of digits that round-trips
    specials special = specials::ieee;
    zeros zero = zeros::both;
    bool negative = true;
};

// clang-format off
constexpr float_format formats[]{
    {element_kind::f32,           24,  -126, 0x1.fffffep127,          0},
    {element_kind::f64,           53, -1022, 0x1.fffffffffffffp1023,  0},
    {element_kind::bf16,           8,  -126, 0x1.fep127,              4},
    {element_kind::f16,           11,   -14, 65504,                   5},
    {element_kind::f8e5m2,         3,   -14, 57344,                   2},
    {element_kind::f8e4m3,         4,    -6, 240,                     3},
    {element_kind::f8e3m4,         5,    -2, 15.5,                    3},
    {element_kind::f8e4m3fn,       4,    -6, 448,                     3, float_format::specials::nan_alone},
    {element_kind::f8e4m3b11fnuz,  4,   -10, 30,                      3, float_format::specials::negative_nan, float_format::zeros::positive},
    {element_kind::f8e4m3fnuz,     4,    -7, 240,                     3, float_format::specials::negative_nan, float_format::zeros::positive},
    {element_kind::f8e5m2fnuz,     3,   -15, 57344,                   2, float_format::specials::negative_nan, float_format::zeros::positive},
    {element_kind::f8e8m0fnu,      1,  -127, 0x1p127,                 2, float_format::specials::nan_alone, float_format::zeros::none, false},
    {element_kind::f4e2m1fn,       2,     0, 6,                       2, float_format::specials::none},
    {element_kind::f6e3m2fn,       3,    -2, 28,                      2, float_format::specials::none},
    {element_kind::f6e2m3fn,       4,     0, 7.5,                     3, float_format::specials::none},
};
// clang-format on

const float_format* format_of(element_kind kind)
{
    const auto* const found = std::ranges::find(formats, kind, &float_format::type);
    return found == std::end(formats) ? nullptr : found;
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

// True if the type has this infinity or NaN: `inf`, `nan`, `-nan(0x1)`. The payload of the default quiet NaN is not
// printed.
bool has_special(const float_format& format, std::string_view text)
{
    using enum float_format::specials;
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    if (negative && !format.negative) return false;
    if (text == "inf") return format.special == ieee;
    text.remove_prefix(3);
    switch (format.special) {
    case ieee: break;
    case nan_alone: return text.empty();
    case negative_nan: return text.empty() && negative;
    case none: return false;
    }
    if (text.empty()) return true;
    if (!text.starts_with("(0x") || !text.ends_with(')')) return false;
    text = text.substr(3, text.size() - 4);
    std::uint64_t payload = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), payload, 16);
    if (end != text.data() + text.size() || error != std::errc{}) return false;
    const auto bits = format.precision - 1;
    return payload != 0 && payload >> bits == 0 && payload != std::uint64_t{1} << (bits - 1);
}

// True if a number of the type is printed like this: the number nearest to the text, or one of its neighbours.
bool is_printed(const float_format& format, int digits, double said, std::string_view text)
{
    if (said == 0)
        return (text == "0" && format.zero != float_format::zeros::none) ||
               (text == "-0" && format.zero == float_format::zeros::both);
    if (said < 0 && !format.negative) return false;
    const double size = std::fabs(said);
    int exponent = 0;
    std::frexp(size, &exponent); // size is in [0.5, 1) * 2^exponent
    const double step = std::ldexp(1.0, std::max(exponent - 1, format.lowest) - (format.precision - 1));
    const double near = std::nearbyint(size / step);
    for (const double count : {near, near - 1, near + 1}) {
        const double value = count * step;
        if (value > format.largest) continue;
        if (format.zero == float_format::zeros::none && value < std::ldexp(1.0, format.lowest))
            continue; // the type has no subnormal numbers
        if (prints_as(said < 0 ? -value : value, digits, text)) return true;
    }
    return false;
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
    const auto* const format = format_of(type);
    if (classify(number) != float_class::finite) return !format || has_special(*format, number.text);
    const auto text = number.text;
    if (text.size() > 40) return false;
    if (type == element_kind::f32) return shortest<float>(text, 6, 9);
    if (type == element_kind::f64) return shortest<double>(text, 15, 17);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size() || error != std::errc{}) return false;
    if (format) return is_printed(*format, format->digits, value, text);
    for (const int digits : std::array{2, 3, 4, 5, 6, 9, 15, 17})
        if (prints_as(value, digits, text)) return true;
    return false;
}

bool has_six_digits(float_text number, element_kind type)
{
    constexpr int digits = 6;
    using enum element_kind; // the types of that time
    if (type != f16 && type != bf16 && type != f32 && type != f64) return false;
    const auto* const format = format_of(type);
    const auto text = number.text;
    if (!format || classify(number) != float_class::finite || text.size() > 40) return false;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size() || error != std::errc{}) return false;
    if (type == element_kind::f64) return prints_as(value, digits, text);
    return is_printed(*format, digits, value, text);
}

} // namespace ballast::inline v0::ast
