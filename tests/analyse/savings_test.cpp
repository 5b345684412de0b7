// What would lower the peak, estimated from the live ranges.
#include "ballast/analysis.hpp"
#include "tests/analyse/small_modules.hpp"

#include <fmt/format.h>

namespace ballast::tests {

namespace {

constexpr std::int64_t mib = 1 << 20;
const std::string shape = "f32[1048576]{0}"; // 4 MiB

// `donation 0 4194304`, by space.
texts savings_in(const std::string& dump)
{
    texts result;
    for (const auto& s : memory_in(dump).savings)
        result.push_back(fmt::format("{} {} {}", spelling(s.kind), s.space, s.bytes));
    return result;
}

block argument(texts uses)
{
    return {4 * mib,
            "parameter 0, shape |f32[1048576]| at ShapeIndex {}",
            {{"p.0", 4 * mib, 0, shape, "0-6", "parameter(0)", std::move(uses)}}};
}
block result(std::vector<buffer> others = {})
{
    block made{4 * mib,
               "output shape is |f32[1048576]|, maybe-live-out",
               {{"out.9", 4 * mib, 0, shape, "5-6", "negate(%mid.8)"}}};
    for (auto& other : others) made.values.push_back(std::move(other));
    return made;
}
block temporaries(std::vector<buffer> values, std::int64_t size)
{
    return {size, "preallocated-temp", std::move(values)};
}
std::string dump_of(std::vector<block> blocks)
{
    return module_texts{.blocks = std::move(blocks), .sequence = {"p.0", "a.1", "b.2", "mid.8", "c.3", "out.9"}}.text();
}

} // namespace

TEST(Savings, OfADonationAreTheResult)
{
    const auto dump = dump_of(
        {argument({"mid.8, operand 0"}), result(), temporaries({{"mid.8", 4 * mib, 0, shape, "3-5"}}, 4 * mib)});
    EXPECT_EQ(savings_in(dump), (texts{"donation 0 4194304", "buffer 0 4194304"}));
}

// With the result in the argument, a temporary that shared the result's memory takes memory of its own.
TEST(Savings, OfADonationAreLessWhereTemporariesShareTheResult)
{
    const auto shared = [](std::int64_t bytes) {
        return savings_in(dump_of({argument({"mid.8, operand 0"}), result({{"a.1", bytes, 0, "u8[4]{0}", "1-3"}}),
                                   temporaries({{"b.2", 4 * mib, 0, shape, "2-5"}}, 4 * mib)}));
    };
    EXPECT_EQ(shared(4 * mib), (texts{"buffer 0 4194304"}));
    EXPECT_EQ(shared(mib), (texts{"buffer 0 4194304", "donation 0 3145728"}));
}

// An argument that is read after its result is written lives on in a copy, unless the result can be written later.
TEST(Savings, OfADonationAreNoneWhereTheArgumentIsReadAtThePeak)
{
    const auto read_at = [](const std::string& reader, const texts& readers_of_result) {
        block source = argument({reader + ", operand 0"});
        block made{4 * mib,
                   "output shape is |f32[1048576]|, maybe-live-out",
                   {{"out.9", 4 * mib, 0, shape, "1-6", "negate(%p.0)", readers_of_result}}};
        return savings_in(module_texts{.blocks = {source, made}, .sequence = {"p.0", "out.9", "a.1", "end.7"}}.text());
    };
    EXPECT_EQ(read_at("out.9", {}), (texts{"donation 0 4194304", "buffer 0 4194304"}));
    EXPECT_EQ(read_at("end.7", {}), (texts{"donation 0 4194304", "buffer 0 4194304"}));
    EXPECT_EQ(read_at("end.7", {"end.7, operand 1"}), texts{"buffer 0 4194304"});
}

// A result that is a copy of its argument needs no copy in the argument's place.
TEST(Savings, OfADonationAreACopyThatIsNotNeeded)
{
    block made{
        4 * mib, "output shape is |f32[1048576]|, maybe-live-out", {{"out.9", 4 * mib, 0, shape, "1-6", "copy(%p.0)"}}};
    const auto dump = module_texts{.blocks = {argument({"out.9, operand 0", "end.7, operand 0"}), made},
                                   .sequence = {"p.0", "out.9", "a.1", "end.7"}}
                          .text();
    EXPECT_EQ(savings_in(dump), (texts{"donation 0 4194304", "buffer 0 4194304"}));
}

TEST(Savings, OfPaddingCountAtThePeak)
{
    // 8 MiB for 1 MiB of elements: at the peak, and at another step.
    const std::string padded = "f32[2048,128]{1,0:T(8,1024)}";
    const auto dump = [&](const std::string& range) {
        return dump_of(
            {argument({"mid.8, operand 0"}),
             temporaries({{"mid.8", 8 * mib, 0, padded, range}, {"b.2", 9 * mib, 8 * mib, "f32[2359296]{0}", "2-4"}},
                         17 * mib)});
    };
    EXPECT_EQ(savings_in(dump("2-4")), (texts{"buffer 0 9437184", "padding 0 7340032"}));
    EXPECT_EQ(savings_in(dump("5-6")), (texts{"fragmentation 0 8388608", "buffer 0 1048576"}));
}

TEST(Savings, OfFragmentationAreWhatIsNeverInUse)
{
    const auto dump = dump_of({temporaries(
        {{"a.1", 2 * mib, 0, "f32[524288]{0}", "1-2"}, {"b.2", 2 * mib, 8 * mib, "f32[524288]{0}", "3-4"}}, 10 * mib)});
    const auto found = savings_in(dump);
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front(), "fragmentation 0 8388608");
}

// Then the next largest step is the peak.
TEST(Savings, OfABufferEndWhereTheNextPeakBegins)
{
    const auto dump = dump_of(
        {temporaries({{"a.1", 4 * mib, 0, shape, "1-2"}, {"b.2", 3 * mib, 0, "f32[786432]{0}", "3-4"}}, 4 * mib)});
    EXPECT_EQ(savings_in(dump), texts{"buffer 0 1048576"});
}

TEST(Savings, AreNotReportedBelowTheirLimits)
{
    std::vector<buffer> values;
    for (int i = 0; i < 4; ++i) values.push_back({fmt::format("t.{}", i), 100, 100 * i, "u8[100]{0}", "1-2"});
    EXPECT_EQ(savings_in(dump_of({temporaries(values, 400)})), texts{});
}

} // namespace ballast::tests
