// The tables of the model, compared with the standard library.
#include "model/tables.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace ballast::tests {

using model::none;
using model::number;

TEST(Tables, ListsGrowAndMove)
{
    model::row_list<std::uint64_t> list;
    std::vector<std::uint64_t> expected;
    for (std::uint64_t i = 0; i < 100'000; ++i) {
        list.push_back(i * i);
        expected.push_back(i * i);
        // One of its own rows, also if the list must grow.
        if (i % 3 == 0) {
            list.push_back(list.front());
            expected.push_back(expected.front());
        }
    }
    const std::vector<std::uint64_t> more(777, 5);
    list.append(more.data(), more.size());
    list.append(nullptr, 0);
    expected.insert(expected.end(), more.begin(), more.end());
    EXPECT_EQ(std::vector(list.begin(), list.end()), expected);
    EXPECT_EQ(list.span(100'000, 5).size(), 5U);
    EXPECT_EQ(list.span(list.size(), 5).size(), 0U);
    auto moved = std::move(list);
    EXPECT_EQ(moved.size(), expected.size());
    model::row_list<std::uint64_t> other;
    other.push_back(1);
    other = std::move(moved);
    EXPECT_EQ(std::vector(other.begin(), other.end()), expected);
    EXPECT_EQ(other.back(), 5U);
}

TEST(Tables, LookUpsKeepTheFirstNumberOfAKey)
{
    std::mt19937_64 random(7);
    for (const std::size_t expected : {0U, 3U, 5000U}) {
        SCOPED_TRACE(expected);
        model::lookup table(expected);
        std::map<std::uint64_t, number> known;
        for (number i = 0; i < 20'000; ++i) {
            // Keys that differ only in one half, and some duplicates.
            const auto part = random() % 6000;
            const auto key = i % 2 == 0 ? part : part << 32;
            EXPECT_EQ(table.add(key, i), known.try_emplace(key, i).first->second);
        }
        for (std::uint64_t part = 0; part < 7000; ++part)
            for (const auto key : {part, part << 32}) {
                const auto found = known.find(key);
                EXPECT_EQ(table.find(key), found == known.end() ? none : found->second);
            }
        table.clear();
        EXPECT_EQ(table.find(known.begin()->first), none);
    }
    EXPECT_EQ(model::lookup().find(0), none);
}

TEST(Tables, RunsAreKeptOnce)
{
    std::mt19937_64 random(7);
    model::interned<char> runs;
    std::map<std::string, number> known;
    for (int i = 0; i < 30'000; ++i) {
        const auto run = "fusion." + std::to_string(random() % 9000);
        const auto expected = known.try_emplace(run, static_cast<number>(known.size())).first->second;
        ASSERT_EQ(runs.of(run.data(), run.size()), expected);
    }
    ASSERT_EQ(runs.size(), known.size());
    for (const auto& [run, expected] : known) {
        EXPECT_EQ(runs.find(run.data(), run.size()), expected);
        EXPECT_EQ(std::string(runs[expected].data(), runs[expected].size()), run);
    }
    EXPECT_EQ(runs.find("fusion.x", 8), none);
    EXPECT_EQ(runs.of("", 0), known.size());
    EXPECT_EQ(runs.find("", 0), known.size());
}

// An array below a bound, a table for other ids: a large id does not make the array large.
TEST(Tables, IdsLeadToTheirNumbers)
{
    std::mt19937_64 random(7);
    model::id_lookup ids(1000);
    std::map<std::uint64_t, number> known;
    for (number i = 0; i < 5000; ++i) {
        const auto id = random() % 2 == 0 ? random() % 1500 : ~(random() % 1500);
        EXPECT_EQ(ids.add(id, i), known.try_emplace(id, i).first->second);
    }
    for (std::uint64_t i = 0; i < 2000; ++i)
        for (const auto id : {i, ~i}) {
            const auto found = known.find(id);
            EXPECT_EQ(ids.find(id), found == known.end() ? none : found->second) << id;
        }
    EXPECT_EQ(model::id_lookup().find(0), none);
}

TEST(Tables, TextsAreKeptOnce)
{
    const std::vector<std::string> different{"",
                                             "a",
                                             "a.",
                                             "a.0",
                                             "a.00",
                                             "a.7",
                                             "a.07",
                                             "7",
                                             "a.7 ",
                                             "\xc3\xa9"
                                             "1"};
    model::text_numbers texts;
    for (std::size_t i = 0; i < different.size(); ++i) {
        EXPECT_EQ(texts.find(different[i]), none);
        EXPECT_EQ(texts.of(different[i]), i);
        // A wrong guess does not matter.
        EXPECT_EQ(texts.of(different[i], 0), i);
        EXPECT_EQ(texts.of(different[i], static_cast<number>(i)), i);
    }
    for (std::size_t i = 0; i < different.size(); ++i) {
        EXPECT_EQ(texts[static_cast<number>(i)], different[i]);
        EXPECT_EQ(texts.find(different[i]), i);
    }
    EXPECT_EQ(texts.size(), different.size());
}

TEST(Tables, LookUpsAreEmptyAfterTheyAreCleared)
{
    model::lookup of;
    for (std::uint64_t count = 0; count < 4; ++count) {
        for (std::uint64_t key = 0; key < count; ++key) of.add(key, static_cast<number>(key + 7));
        for (std::uint64_t key = 0; key < count; ++key) EXPECT_EQ(of.find(key), static_cast<number>(key + 7));
        of.clear();
        for (std::uint64_t key = 0; key < count; ++key) EXPECT_EQ(of.find(key), none) << count;
    }
}

} // namespace ballast::tests
