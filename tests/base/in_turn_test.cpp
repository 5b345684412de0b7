// Results in order, in whatever order threads finish them, and values that another thread takes.
#include "base/in_turn.hpp"

#include "base/handed_over.hpp"
#include "base/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace ballast::tests {

namespace {

std::size_t size_of(const std::string& text) { return text.size(); }

// Makes the results `0`, `1`, … on several threads. The last digit of a number is the number of parts of its result.
std::string made(std::size_t count, std::size_t most_bytes)
{
    std::string all;
    in_turn<std::string> turns(most_bytes, size_of, [&](std::string&& part) { all += part; });
    parallel(4, count, [&](std::size_t i) {
        EXPECT_TRUE(turns.start(i));
        for (std::size_t part = 0; part < i % 10; ++part) turns.take_part(i, std::to_string(part));
        turns.finish(i, "[" + std::to_string(i) + "]");
    });
    return all;
}

std::string in_order(std::size_t count)
{
    std::string all;
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t part = 0; part < i % 10; ++part) all += std::to_string(part);
        all += "[" + std::to_string(i) + "]";
    }
    return all;
}

} // namespace

TEST(InTurn, TakesPartsAndResultsInOrder)
{
    for (const std::size_t most : {0U, 10U, 1'000'000U}) EXPECT_EQ(made(1000, most), in_order(1000)) << most;
}

TEST(InTurn, KeepsResultsThatAreReadyEarly)
{
    std::vector<std::string> taken;
    in_turn<std::string> turns(100, size_of, [&](std::string&& text) { taken.push_back(std::move(text)); });
    EXPECT_TRUE(turns.is_turn(0));
    EXPECT_FALSE(turns.is_turn(2));
    turns.finish(2, "c");
    turns.finish(1, "b");
    EXPECT_TRUE(taken.empty());
    turns.finish(0, "a");
    EXPECT_EQ(taken, (std::vector<std::string>{"a", "b", "c"}));
}

TEST(InTurn, ThreadsDoNotWaitForOneThatFailed)
{
    in_turn<std::string> turns(0, size_of, [](std::string&&) {});
    const auto run = [&] {
        parallel(3, 100, [&](std::size_t i) {
            try {
                if (!turns.start(i)) return;
                if (i == 10) throw std::runtime_error("failed");
                turns.take_part(i, "x");
                turns.finish(i, "y");
            } catch (...) {
                turns.stop();
                throw;
            }
        });
    };
    EXPECT_THROW(run(), std::runtime_error);
    EXPECT_FALSE(turns.start(100));
}

TEST(HandedOver, ValuesAreTakenInOrder)
{
    for (const bool own_thread : {false, true})
        for (const std::size_t most_bytes : {0U, 5U, 1000U}) {
            std::string all;
            std::string expected;
            handed_over<std::string> to(own_thread, most_bytes, size_of, [&](std::string&& text) { all += text; });
            for (int i = 0; i < 500; ++i) {
                expected += std::to_string(i);
                to.put(std::to_string(i));
            }
            to.finish();
            EXPECT_EQ(all, expected);
        }
}

TEST(HandedOver, ValuesAreTakenOnAnotherThreadIfWanted)
{
    for (const bool own_thread : {false, true}) {
        std::thread::id taker;
        handed_over<std::string> to(own_thread, 10, size_of,
                                    [&](std::string&&) { taker = std::this_thread::get_id(); });
        to.put("value");
        to.finish();
        EXPECT_EQ(taker != std::this_thread::get_id(), own_thread);
    }
}

TEST(HandedOver, WhatIsThrownWhileTakingReachesThoseWhoPut)
{
    for (const bool own_thread : {false, true}) {
        std::size_t taken = 0;
        handed_over<std::string> to(own_thread, 4, size_of, [&](std::string&&) {
            if (++taken == 3) throw std::runtime_error("full");
        });
        const auto put_many = [&] {
            for (int i = 0; i < 100; ++i) to.put("value");
        };
        EXPECT_THROW(put_many(), std::runtime_error);
        EXPECT_EQ(taken, 3U);
    }
}

TEST(HandedOver, WhatIsThrownAtTheEndIsNotLost)
{
    handed_over<std::string> to(true, 100, size_of, [](std::string&&) { throw std::runtime_error("full"); });
    to.put("value");
    EXPECT_THROW(to.finish(), std::runtime_error);
}

TEST(HandedOver, WhatWaitsAtTheEndIsDropped)
{
    std::size_t taken = 0;
    {
        handed_over<std::string> to(true, 1000, size_of, [&](std::string&&) { ++taken; });
        for (int i = 0; i < 50; ++i) to.put("value");
    }
    EXPECT_LE(taken, 50U);
}

} // namespace ballast::tests
