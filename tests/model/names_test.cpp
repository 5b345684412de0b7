// Names by their own numbers, with and without a number at their end.
#include "model/names.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

namespace ballast::tests {

namespace {

using model::none;
using model::number;

} // namespace

TEST(Names, AreKeptOnce)
{
    std::mt19937_64 random(7);
    model::name_table names;
    std::map<std::string, number> known;
    number last = none;
    for (int i = 0; i < 30'000; ++i) {
        const auto name = (random() % 2 == 0 ? "fusion." : "add_") + std::to_string(random() % 9000);
        const auto expected = known.try_emplace(name, static_cast<number>(known.size())).first->second;
        last = names.of(name, random() % 2 == 0 ? last : expected);
        ASSERT_EQ(last, expected);
    }
    ASSERT_EQ(names.size(), known.size());
    for (const auto& [name, which] : known) {
        EXPECT_EQ(names[which], name);
        EXPECT_EQ(names.of(name), which);
    }
    EXPECT_EQ(names.size(), known.size());
}

// Digits after leading zeros, and more digits than a number can have.
TEST(Names, ThatLookAlikeAreDifferent)
{
    const std::vector<std::string> different{"",
                                             "a",
                                             "a.",
                                             "a.0",
                                             "a.00",
                                             "a.000",
                                             "a.7",
                                             "a.07",
                                             "a.007",
                                             "a.70",
                                             "a7",
                                             "0",
                                             "00",
                                             "7",
                                             "07",
                                             "a.999999999",
                                             "a.1999999999",
                                             "a.1000000000",
                                             "a.10000000000",
                                             "a.0000000000",
                                             "a.4294967295",
                                             "a.8589934591",
                                             "a.18446744073709551615",
                                             "a.18446744073709551616",
                                             "a.000000000000000000001",
                                             "a.100000000000000000001",
                                             "p1.2",
                                             "p1.02",
                                             "p.12",
                                             "a.7 ",
                                             "\xc3\xa9"
                                             "1"};
    model::name_table names;
    for (std::size_t i = 0; i < different.size(); ++i) {
        SCOPED_TRACE(different[i]);
        EXPECT_EQ(names.of(different[i]), i);
        // A wrong guess does not matter.
        EXPECT_EQ(names.of(different[i], 0), i);
    }
    for (std::size_t i = 0; i < different.size(); ++i) {
        EXPECT_EQ(names[static_cast<number>(i)], different[i]);
        EXPECT_EQ(names.of(different[i]), i);
    }
    EXPECT_EQ(names.size(), different.size());
}

TEST(Names, HaveAStem)
{
    model::name_table names;
    const auto stem = [&](std::string_view name) { return std::string(names.stem(names.of(name))); };
    EXPECT_EQ(stem("while.13"), "while.");
    EXPECT_EQ(stem("while"), "while");
    EXPECT_EQ(stem("call12"), "call");
    EXPECT_EQ(stem("x.007"), "x.00");
    EXPECT_EQ(stem("a.1234567890123"), "a.1234");
    EXPECT_EQ(stem(""), "");
}

} // namespace ballast::tests
