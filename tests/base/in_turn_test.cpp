// Results in order, in whatever order threads finish them.
#include "base/in_turn.hpp"

#include "base/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
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

} // namespace ballast::tests
