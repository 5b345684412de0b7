// Rows whose members take as many bytes as the largest value needs, compared with a std::vector.
#include "model/packed.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace ballast::tests {

namespace {

enum class kind : std::uint8_t { usual, other, last = 255 };

struct row {
    std::int64_t place = -1;
    std::uint64_t word = 0;
    std::uint32_t number = ~std::uint32_t{0};
    std::uint32_t count = 1;
    kind is = kind::usual;
    bool flag = true;

    [[gnu::always_inline]] static constexpr void each(auto& r, auto&& f)
    {
        f(r.place);
        f(r.word);
        f(r.number);
        f(r.count);
        f(r.is);
        f(r.flag);
    }
    bool operator==(const row&) const = default;
};

using list = model::packed_list<row>;

// Members that are stored as differences.
struct beside {
    std::int64_t place = -1;
    std::uint32_t number = ~std::uint32_t{0};
    std::uint32_t alone = 0;
    std::int64_t id = 0;
    std::uint32_t row = ~std::uint32_t{0};

    [[gnu::always_inline]] static constexpr void each(auto& r, auto&& f)
    {
        f(r.place, model::rising);
        f(r.number, model::near);
        f(r.alone);
        f(r.id, model::near);
        f(r.row, model::rising);
    }
    bool operator==(const beside&) const = default;
};

template <typename Row>
std::vector<Row> rows_of(const model::packed_list<Row>& of)
{
    return {of.begin(), of.end()};
}

// Numbers of all widths, including the limits of their types.
row any_row(std::mt19937_64& random, int bits)
{
    const auto any_number = [&] {
        const auto width = random() % static_cast<std::uint64_t>(bits + 1);
        return width == 0 ? 0 : random() >> (64 - width);
    };
    row made;
    if (random() % 4 != 0) made.place = static_cast<std::int64_t>(any_number());
    if (random() % 50 == 0 && bits == 64) made.place = std::numeric_limits<std::int64_t>::min();
    made.word = any_number();
    if (random() % 4 != 0) made.number = static_cast<std::uint32_t>(any_number());
    made.count = static_cast<std::uint32_t>(any_number());
    made.is = static_cast<kind>(random() % 256);
    made.flag = random() % 2 == 0;
    return made;
}

// Members that rise by so many bits or are as near to each other, and sometimes arbitrary ones.
beside any_beside(std::mt19937_64& random, int bits, std::uint64_t step)
{
    const auto below = [&](std::uint64_t most) { return most + 1 == 0 ? random() : random() % (most + 1); };
    const auto spread = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    beside made;
    const auto odd = random() % 100 == 0;
    if (!odd) made.place = static_cast<std::int64_t>(step * spread + below(spread / 2));
    if (!odd) made.number = static_cast<std::uint32_t>(step + below(spread));
    made.alone = static_cast<std::uint32_t>(below(spread));
    made.id = static_cast<std::int64_t>(step * 7 - below(spread));
    if (odd && bits == 64) made.id = random() % 2 == 0 ? std::numeric_limits<std::int64_t>::min() : -1;
    made.row = odd ? ~std::uint32_t{0} : static_cast<std::uint32_t>(step * (spread + 1) / 2);
    return made;
}

} // namespace

TEST(Packed, WhatIsKeptByItsDistanceIsWhatItWas)
{
    for (const int bits : {0, 1, 4, 7, 8, 12, 16, 20, 31, 32, 33, 48, 63, 64}) {
        SCOPED_TRACE(bits);
        std::mt19937_64 random(static_cast<std::uint64_t>(bits));
        model::packed_list<beside> packed;
        std::vector<beside> expected;
        for (std::uint64_t i = 0; i < 2000; ++i) {
            const auto made = any_beside(random, std::min(bits, static_cast<int>(i / 20)), i);
            packed.push_back(made);
            expected.push_back(made);
            if (i % 3 != 0) continue;
            const auto which = random() % expected.size();
            expected[which] = any_beside(random, bits, which);
            packed.set(which, expected[which]);
        }
        ASSERT_EQ(rows_of(packed), expected);
        for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(packed[i], expected[i]) << i;
        const auto moved = std::move(packed);
        EXPECT_EQ(rows_of(moved), expected);
    }
}

TEST(Packed, WhatRisesTakesTheBytesOfItsSteps)
{
    model::packed_list<beside> packed;
    beside wide;
    wide.place = std::int64_t{1} << 32;
    packed.fit(wide);
    constexpr std::size_t count = 32 * 100;
    for (std::uint32_t i = 0; i < count; ++i)
        packed.push_back({.place = (std::int64_t{1} << 31) + 8 * i, // 31 such steps take less than a byte
                          .number = 1'000'000 - 3 * (i % 40) + i / 32,
                          .id = 5'000'000 + i % 2,
                          .row = 70'000 + i});
    // A byte for each member that differs from row 0, 32, …, and for every 32 rows the whole members: 5, 3, 3 and 3
    // bytes.
    EXPECT_EQ(packed.bytes(), count * 4 + count / 32 * (5 + 3 + 3 + 3));
    EXPECT_EQ(packed[count - 1].place, (std::int64_t{1} << 31) + 8 * (static_cast<std::int64_t>(count) - 1));
    EXPECT_EQ(packed[33].number, 1'000'000U - 3 * 33 + 1);
    EXPECT_EQ(packed[3].id, 5'000'001);
    EXPECT_EQ(packed[3].row, 70'003U);
}

TEST(Packed, RowsAreThoseOfAVector)
{
    for (const int bits : {0, 3, 8, 9, 16, 24, 31, 33, 40, 41, 48, 64}) {
        SCOPED_TRACE(bits);
        std::mt19937_64 random(static_cast<std::uint64_t>(bits));
        list packed;
        std::vector<row> expected;
        for (int i = 0; i < 3000; ++i) {
            // Wider rows come late, so that existing rows are rewritten.
            const auto made = any_row(random, std::min(bits, i / 40));
            packed.push_back(made);
            expected.push_back(made);
            if (i % 3 == 0) {
                const auto which = random() % expected.size();
                expected[which] = any_row(random, bits);
                packed.set(which, expected[which]);
            }
        }
        ASSERT_EQ(rows_of(packed), expected);
        EXPECT_EQ(packed.front(), expected.front());
        EXPECT_EQ(packed.back(), expected.back());
        for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(packed[i], expected[i]) << i;
        auto moved = std::move(packed);
        EXPECT_EQ(rows_of(moved), expected);
        list other;
        other.push_back(row());
        other = std::move(moved);
        EXPECT_EQ(rows_of(other), expected);
    }
}

TEST(Packed, WhatIsAsInANewRowTakesNothing)
{
    list packed;
    packed.add_new(1000);
    EXPECT_EQ(packed.size(), 1000U);
    EXPECT_EQ(packed.bytes(), 0U);
    EXPECT_EQ(packed[999], row());
    row small;
    small.place = 200; // the range of a byte starts at one less
    small.flag = false;
    packed.set(7, small);
    EXPECT_EQ(packed.bytes(), 2000U);
    EXPECT_EQ(packed[7], small);
    EXPECT_EQ(packed[6], row());
    EXPECT_EQ(packed[8], row());
    small.word = std::uint64_t{1} << 39;
    packed.set(8, small);
    EXPECT_EQ(packed.bytes(), 7000U);
    small.word = std::uint64_t{1} << 40; // six and seven bytes are stored as eight
    packed.set(8, small);
    EXPECT_EQ(packed.bytes(), 10'000U);
    EXPECT_EQ(packed[8], small);
}

TEST(Packed, FitsWhatIsToCome)
{
    list packed;
    row wide;
    wide.word = 70'000;
    packed.fit(wide);
    packed.reserve(10);
    EXPECT_TRUE(packed.empty());
    packed.push_back(row());
    EXPECT_EQ(packed.bytes(), 3U);
    packed.push_back(wide);
    EXPECT_EQ(packed.bytes(), 6U);
    EXPECT_EQ(packed[1], wide);
}

TEST(Packed, SpansWorkWithAlgorithms)
{
    list packed;
    for (std::uint32_t i = 0; i < 100; ++i) {
        row made;
        made.number = i * i % 37;
        packed.push_back(made);
    }
    const auto span = packed.span(10, 20);
    EXPECT_EQ(span.size(), 20U);
    EXPECT_FALSE(span.empty());
    EXPECT_EQ(span.front(), packed[10]);
    EXPECT_EQ(span[19], packed[29]);
    EXPECT_EQ(span.first(5).size(), 5U);
    EXPECT_EQ(span.first(50).size(), 20U);
    EXPECT_EQ(std::ranges::distance(span.begin(), span.end()), 20);
    const auto found = std::ranges::find(span, packed[15].number, &row::number);
    ASSERT_NE(found, span.end());
    EXPECT_EQ((*found).number, packed[15].number);
    EXPECT_EQ(std::ranges::find(span, 1000U, &row::number), span.end());
    std::uint32_t most = 0;
    for (const auto& r : span) most = std::max(most, r.number);
    EXPECT_EQ((*std::ranges::max_element(span, {}, &row::number)).number, most);
    auto last = span.end();
    EXPECT_EQ(*--last, packed[29]);
    EXPECT_EQ(*(last - 4), packed[25]);
    EXPECT_TRUE(model::packed_span<row>().empty());
}

} // namespace ballast::tests
