// The std::from_chars of the module for browsers agrees with that of the standard library.
#include "bindings/wasm/from_chars.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace {

template <typename F>
void expect_same(std::string_view text)
{
    const auto* const end = text.data() + text.size();
    F ours = 7;
    F theirs = 7;
    const auto [our_end, our_error] = ballast::wasm::from_chars(text.data(), end, ours);
    const auto [their_end, their_error] = std::from_chars(text.data(), end, theirs);
    EXPECT_EQ(our_end, their_end) << text;
    EXPECT_EQ(our_error, their_error) << text;
    EXPECT_TRUE(ours == theirs || (std::isnan(ours) && std::isnan(theirs))) << text << ": " << ours << ", " << theirs;
}

} // namespace

TEST(FromChars, ReadsSubnormalNumbers)
{
    for (const auto* text : {"4.9406564584124654e-324", "-4.9406564584124654e-324", "2.2250738585072009e-308",
                             "1.0000000000000003e-310", "2.2250738585072014e-308"})
        expect_same<double>(text);
    for (const auto* text : {"1.40129846e-45", "-1.40129846e-45", "1.17549421e-38", "1e-40"}) expect_same<float>(text);
}

TEST(FromChars, RefusesWhatIsOutOfRangeOrNoNumber)
{
    for (const auto* text : {"",    "-",    "e5",  " 1",   "+1", "1e400", "-1e400", "1e-400", "0e-400", "0.000e5", "-0",
                             "inf", "-inf", "nan", "-nan", "1e", "1.5x",  ".5",     "5.",     "1e-325", "3e-324"}) {
        expect_same<double>(text);
        expect_same<float>(text);
    }
}

TEST(FromChars, ReadsRandomNumbers)
{
    std::mt19937_64 random(1); // NOLINT: the same numbers in each run
    for (int i = 0; i < 20000; ++i) {
        const auto bits = random();
        expect_same<double>(fmt::format("{:.17g}", std::bit_cast<double>(bits)));
        expect_same<double>(fmt::format("{:.17g}", std::bit_cast<double>(bits >> 12)));
        expect_same<float>(fmt::format("{:.9g}", std::bit_cast<float>(static_cast<std::uint32_t>(bits))));
        expect_same<float>(fmt::format("{:.9g}", std::bit_cast<float>(static_cast<std::uint32_t>(bits) >> 9)));
    }
}
