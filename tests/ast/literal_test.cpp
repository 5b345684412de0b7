// The numbers that a floating-point type can print: every value of the small types, and their neighbours.
#include "ballast/ast/literal.hpp"

#include "tests/support/support.hpp"

#include <cmath>
#include <cstdio>
#include <limits>
#include <set>

namespace ballast::tests {

namespace {

using kind = ast::element_kind;

// A type by its bits, as its standard defines it; independent of the rule's own table.
struct bit_format {
    kind type;
    int exponent_bits;
    int mantissa_bits;
    int bias;
    int digits;
    enum class variant { ieee, fn, fnuz, finite, exponent_only } special;
};
using enum bit_format::variant;
const std::vector<bit_format> small_formats{
    {kind::f4e2m1fn, 2, 1, 1, 2, finite},
    {kind::f6e3m2fn, 3, 2, 3, 2, finite},
    {kind::f6e2m3fn, 2, 3, 1, 3, finite},
    {kind::f8e5m2, 5, 2, 15, 2, ieee},
    {kind::f8e4m3, 4, 3, 7, 3, ieee},
    {kind::f8e3m4, 3, 4, 3, 3, ieee},
    {kind::f8e4m3fn, 4, 3, 7, 3, fn},
    {kind::f8e4m3b11fnuz, 4, 3, 11, 3, fnuz},
    {kind::f8e4m3fnuz, 4, 3, 8, 3, fnuz},
    {kind::f8e5m2fnuz, 5, 2, 16, 2, fnuz},
    {kind::f8e8m0fnu, 8, 0, 127, 2, exponent_only},
};
const std::vector<bit_format> halves{{kind::f16, 5, 10, 15, 5, ieee}, {kind::bf16, 8, 7, 127, 4, ieee}};

std::string formatted(double value, int digits)
{
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*g", digits, value);
    return text.data();
}

// How XLA prints a pattern of the type.
std::string numeral_of(const bit_format& format, unsigned pattern)
{
    if (format.special == exponent_only)
        return pattern == 0xff ? "nan" : formatted(std::ldexp(1.0, static_cast<int>(pattern) - 127), format.digits);
    const auto mantissa = pattern & ((1U << format.mantissa_bits) - 1);
    const auto exponent = (pattern >> format.mantissa_bits) & ((1U << format.exponent_bits) - 1);
    const bool negative = (pattern >> (format.mantissa_bits + format.exponent_bits) & 1) != 0;
    const auto all_ones = (1U << format.exponent_bits) - 1;
    const std::string sign = negative ? "-" : "";
    if (format.special == fnuz && negative && exponent == 0 && mantissa == 0) return "-nan";
    if (format.special == fn && exponent == all_ones && mantissa == (1U << format.mantissa_bits) - 1)
        return sign + "nan";
    if (format.special == ieee && exponent == all_ones) {
        if (mantissa == 0) return sign + "inf";
        if (mantissa == 1U << (format.mantissa_bits - 1)) return sign + "nan";
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "nan(0x%x)", mantissa);
        return sign + text.data();
    }
    double value = exponent == 0 ? std::ldexp(mantissa, 1 - format.bias - format.mantissa_bits)
                                 : std::ldexp((1U << format.mantissa_bits) + mantissa,
                                              static_cast<int>(exponent) - format.bias - format.mantissa_bits);
    if (negative) value = -value;
    return formatted(value, format.digits);
}

std::set<std::string> all_of(const bit_format& format)
{
    const int bits = format.special == exponent_only ? 8 : 1 + format.exponent_bits + format.mantissa_bits;
    std::set<std::string> result;
    for (unsigned pattern = 0; pattern < 1U << bits; ++pattern) result.insert(numeral_of(format, pattern));
    return result;
}

// Calls `each` with the text of every number with so many digits and an exponent in the range, as `%.*g` prints it.
template <typename Each>
void for_each_numeral(int digits, int lowest, int highest, Each each)
{
    int limit = 1;
    for (int i = 0; i < digits; ++i) limit *= 10;
    for (int significand = 1; significand < limit; ++significand) {
        if (significand % 10 == 0) continue; // has fewer digits
        for (int exponent = lowest; exponent <= highest; ++exponent) {
            const auto text =
                formatted(std::stod(std::to_string(significand) + "e" + std::to_string(exponent)), digits);
            each(text);
            each("-" + text);
        }
    }
    for (const auto* special : {"0", "inf", "nan", "nan(0x1)", "nan(0x2)", "nan(0x4)", "nan(0x8)", "nan(0x10)"}) {
        each(special);
        each(std::string("-") + special);
    }
}

// Returns 1 if the number is refused, as it must be.
std::size_t check_numeral(const bit_format& format, const std::set<std::string>& values, const std::string& text)
{
    const bool is_value = values.contains(text);
    if (ast::is_canonical({text}, format.type) != is_value)
        ADD_FAILURE() << spelling(format.type) << ' ' << text << (is_value ? " is refused" : " is accepted");
    return is_value ? 0 : 1;
}

} // namespace

TEST(FloatText, EveryValueOfTheSmallTypesIsPrintedAndNothingElse)
{
    std::size_t refused = 0;
    for (const auto& format : small_formats) {
        const auto values = all_of(format);
        for (const auto& text : values)
            EXPECT_TRUE(ast::is_canonical({text}, format.type)) << spelling(format.type) << ' ' << text;
        // Beyond the range on both sides. The decimal exponent is that of the last digit.
        const int widest = format.bias / 3 + format.digits + 3;
        for_each_numeral(format.digits + 1, -widest, widest - format.digits,
                         [&](const std::string& text) { refused += check_numeral(format, values, text); });
    }
    EXPECT_GT(refused, 1000000U);
}

TEST(FloatText, EveryValueOfTheHalvesIsPrintedAndNothingElse)
{
    std::size_t refused = 0;
    for (const auto& format : halves) {
        const auto values = all_of(format);
        EXPECT_GT(values.size(), 60000U);
        for (const auto& text : values)
            if (!ast::is_canonical({text}, format.type)) ADD_FAILURE() << spelling(format.type) << ' ' << text;
        const int widest = format.type == kind::f16 ? 10 : 48;
        for_each_numeral(4, -widest, widest,
                         [&](const std::string& text) { refused += check_numeral(format, values, text); });
        // Random longer numbers.
        std::uint64_t state = 88172645463325252ULL;
        for (int i = 0; i < 500000; ++i) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            const auto text = formatted(static_cast<double>(1 + state % 999999) *
                                            std::pow(10.0, static_cast<double>(state >> 32 & 63) - 38.0),
                                        5 + static_cast<int>(state >> 60 & 1));
            refused += check_numeral(format, values, text);
        }
    }
    EXPECT_GT(refused, 1000000U);
}

// f32 and f64: values that were read back, and neighbouring numbers.
TEST(FloatText, WideTypesPrintTheFewerDigitsThatGiveTheValueBack)
{
    const auto f32 = [](std::string_view text) { return ast::is_canonical({text}, kind::f32); };
    EXPECT_TRUE(f32("0.1") && f32("1e-05") && f32("3.40282347e+38") && f32("1.4013e-45") && f32("nan(0x1)"));
    EXPECT_FALSE(f32("0.100000001") || f32("1.40129846e-45") || f32("3.4028235e+38") || f32("1e+39") || f32("1e-46"));
    EXPECT_FALSE(f32("nan(0x400000)") || f32("nan(0x800000)") || f32("nan(0x0)"));
    EXPECT_TRUE(f32("nan(0x3fffff)") && f32("-nan(0x7fffff)") && f32("-inf"));
    const auto f64 = [](std::string_view text) { return ast::is_canonical({text}, kind::f64); };
    EXPECT_TRUE(f64("0.1") && f64("0.10000000000000001") == false && f64("0.30000000000000004"));
    // For an unknown type, the number of digits decides when numbers get an exponent.
    const auto unknown = [](std::string_view text) { return ast::is_canonical({text}, kind::unknown); };
    EXPECT_TRUE(unknown("1.2e+02") && unknown("1.23e+03") && unknown("1.234e+04") && unknown("1.2345e+05"));
    EXPECT_TRUE(unknown("1.23456e+06") && unknown("1.23456789e+09") && unknown("1.23456789012345e+15"));
    EXPECT_TRUE(unknown("1.2345678901234566e+17"));
    EXPECT_FALSE(unknown("1.234567e+07") || unknown("1.2345678e+08") || unknown("1.234567891e+10"));
    EXPECT_TRUE(f64("nan(0x400000)") && !f64("nan(0x8000000000000)") && !f64("nan(0x10000000000000)"));
}

} // namespace ballast::tests
