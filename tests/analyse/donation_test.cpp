// Results that could use the memory of arguments.
#include "ballast/analysis.hpp"
#include "tests/analyse/small_modules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace ballast::tests {

namespace {

constexpr std::int64_t two_mib = 2097152;

block argument(int number, std::string shape, texts uses, std::string head = "")
{
    return {
        two_mib,
        fmt::format("parameter {}, shape |{}| at ShapeIndex {{}}{}", number, shape.substr(0, shape.find('{')), head),
        {{fmt::format("p.{}", number), two_mib, 0, shape, "0-4", fmt::format("parameter({})", number),
          std::move(uses)}}};
}
// The result, which is defined at step 3.
block result(const std::string& shape, const std::string& from)
{
    return {two_mib,
            fmt::format("output shape is |{}|, maybe-live-out", shape.substr(0, shape.find('{'))),
            {{"out.9", two_mib, 0, shape, "3-4", from}}};
}
module_texts donating(std::vector<block> blocks)
{
    return {.blocks = std::move(blocks), .sequence = {"p.0", "p.1", "mid.8", "out.9"}};
}

} // namespace

TEST(Donation, IsMissedWhereAResultCouldBeInAnArgument)
{
    const std::string shape = "f32[524288]{0}";
    const auto of = memory_in(donating({argument(0, shape, {"mid.8, operand 0"}, ""),
                                        result(shape, R"(negate(%mid.8), metadata={op_name="jit(f)/neg"})")})
                                  .text());
    ASSERT_EQ(of.donations.size(), 1U);
    const auto& d = of.donations[0];
    EXPECT_EQ(std::tuple(d.space, d.bytes, d.output_allocation, d.argument_allocation, d.parameter),
              std::tuple(0, two_mib, 1, 0, 0));
    EXPECT_EQ(std::tuple(d.same_shape, d.copied, d.read_later), std::tuple(true, false, false));
    EXPECT_EQ(d.output, "f/neg");
    EXPECT_EQ(d.argument, "parameter 0");
    EXPECT_EQ(d.shape, "f32[524288]");
    EXPECT_EQ(of.spaces[0].shared, 0);
}

TEST(Donation, IsNotMissedWhereItIsDone)
{
    const std::string shape = "f32[524288]{0}";
    auto given = argument(0, shape, {"out.9, operand 0"}, ", maybe-live-out");
    given.values.push_back({"out.9", two_mib, 0, shape, "3-4", "negate(%p.0)"});
    const auto of = memory_in(donating({given}).text());
    EXPECT_EQ(donations_of(of), texts{});
    const auto& s = of.spaces[0];
    EXPECT_EQ(std::tuple(s.total, s.arguments, s.outputs, s.shared), std::tuple(two_mib, two_mib, two_mib, two_mib));
    EXPECT_EQ(s.peak, two_mib);
    EXPECT_EQ(holders_of(of), texts{"0 donated 2097152 p.0"});
}

TEST(Donation, PrefersWhatTheResultIsACopyOf)
{
    const std::string shape = "f32[524288]{0}";
    const auto copy = [&](const std::string& from) {
        return donations_of(memory_in(
            donating({argument(0, shape, {}), argument(1, shape, {"out.9, operand 0"}), result(shape, from)}).text()));
    };
    EXPECT_EQ(copy("copy(%p.1)"), texts{"2>1 same shape copied"});
    EXPECT_EQ(copy("negate(%p.1)"), texts{"2>0 same shape"});
    // The copy of another result.
    EXPECT_EQ(copy("copy(%mid.8)"), texts{"2>0 same shape"});
}

// The compiler of a CPU with several cores has fusions called; the call comes after them in the schedule.
TEST(Donation, IsPossibleWhereACallComputesTheResult)
{
    const std::string shape = "f32[524288]{0}";
    const auto later_use_of = [&](const std::string& call) {
        auto module = donating({argument(0, shape, {"out.9, operand 0", "late.10, operand 0"}),
                                result(shape, "negate(%p.0)"),
                                {16, "thread-local", {{"late.10", 16, 0, "f32[4]{0}", "4-4", call}}}});
        module.sequence.push_back("late.10");
        return donations_of(memory_in(module.text()));
    };
    EXPECT_EQ(later_use_of("call(%p.0), to_apply=%parallel_negate"), texts{"1>0 same shape"});
    EXPECT_EQ(later_use_of("custom-call(%p.0), custom_call_target=\"any\""), texts{"1>0 same shape read later"});
}

// An element of an argument is read under the name of the instruction that extracts it.
TEST(Donation, KnowsCopiesOfElements)
{
    const std::string tuple = "(f32[524288]{0}, f32[524288]{0})";
    const std::string shape = "f32[524288]{0}";
    const auto element = [&](int index) -> block {
        return {two_mib,
                fmt::format("parameter 0, shape |(f32[524288], f32[524288])| at ShapeIndex {{{}}}", index),
                {{fmt::format("p.0{{{}}}", index),
                  two_mib,
                  0,
                  shape,
                  "0-4",
                  "parameter(0)",
                  {"out.9, operand 0"},
                  {fmt::format("gte.{}", index)},
                  tuple}}};
    };
    const auto of = memory_in(donating({{16,
                                         "parameter 0, shape |(f32[524288], f32[524288])| at ShapeIndex {}",
                                         {{"p.0{}", 16, 0, tuple, "0-4", "parameter(0)"}}},
                                        element(0),
                                        element(1),
                                        result(shape, "copy(%gte.1)")})
                                  .text());
    EXPECT_EQ(donations_of(of), texts{"3>2 same shape copied"});
}

TEST(Donation, PrefersWhatIsNotReadLater)
{
    const std::string shape = "f32[524288]{0}";
    const auto late = argument(0, shape, {"mid.8, operand 0", "late.10, operand 0"});
    const auto early = argument(1, shape, {"mid.8, operand 1", "out.9, operand 0"});
    // p.0 is last read at 4, p.1 at 3.
    auto module = donating({late, early, result(shape, "negate(%mid.8)")});
    module.sequence.push_back("late.10");
    EXPECT_EQ(donations_of(memory_in(module.text())), texts{"2>1 same shape"});
    module.blocks[2].values[0].range = "2-5";
    EXPECT_EQ(donations_of(memory_in(module.text())), texts{"2>0 same shape read later"}) << "both are";
    module.blocks[2].values[0].range = "4-5";
    EXPECT_EQ(donations_of(memory_in(module.text())), texts{"2>0 same shape"}) << "neither is";
    // A copy is preferred to an earlier last read.
    module.blocks[2].values[0].range = "3-4";
    module.blocks[2].values[0].from = "copy(%p.0)";
    EXPECT_EQ(donations_of(memory_in(module.text())), texts{"2>0 same shape copied read later"});
}

TEST(Donation, ComparesTheShapeOfTheResult)
{
    const std::string flat = "f32[524288]{0}";
    const auto with = [&](const std::string& argument_shape, const std::string& value, const std::string& head) {
        auto module = donating({argument(0, argument_shape, {}), result(value, "negate(%mid.8)")});
        module.blocks[1].head = fmt::format("output shape is |{}|, maybe-live-out", head);
        return donations_of(memory_in(module.text()));
    };
    EXPECT_EQ(with(flat, flat, "f32[524288]"), texts{"1>0 same shape"});
    EXPECT_EQ(with("f32[512,1024]{1,0}", flat, "f32[524288]"), texts{"1>0"});
    EXPECT_EQ(with("s32[524288]{0}", flat, "f32[524288]"), texts{"1>0"});
    EXPECT_EQ(with("f32[512,1024]{0,1}", "f32[512,1024]{1,0}", "f32[512,1024]"), texts{"1>0 same shape"});
    // The value is that of a bitcast: the result has the argument's shape, or has lost it.
    EXPECT_EQ(with("f32[512,1024]{1,0}", flat, "f32[512,1024]"), texts{"1>0 same shape"});
    EXPECT_EQ(with(flat, flat, "f32[512,1024]"), texts{"1>0"});
}

TEST(Donation, TakesTheShapeOfAPartOfTheResult)
{
    const std::string shape = "f32[524288]{0}";
    auto out = result(shape, "negate(%mid.8)");
    out.head = "maybe-live-out";
    out.values[0].positions = {"root {1}"};
    auto module = donating({argument(0, "f32[512,1024]{1,0}", {}),
                            out,
                            {16,
                             "output shape is |(s8[4], f32[512,1024])|, maybe-live-out",
                             {{"root{}", 16, 0, "(s8[4]{0}, f32[512,1024]{1,0})", "4-5", "tuple(%x, %bitcast.7)"}}}});
    module.sequence.push_back("root");
    const auto shapes_of = [](const memory_analysis& of) {
        texts shapes;
        for (const auto& d : of.donations) shapes.push_back(d.shape);
        return shapes;
    };
    auto found = memory_in(module.text());
    EXPECT_EQ(donations_of(found), texts{"1>0 same shape"});
    EXPECT_EQ(shapes_of(found), texts{"f32[512,1024]"});
    module.blocks[1].values[0].positions = {"root {0}"};
    found = memory_in(module.text());
    EXPECT_EQ(donations_of(found), texts{"1>0"});
    EXPECT_EQ(shapes_of(found), texts{"s8[4]"});
}

TEST(Donation, IsOfOneSpaceAndSizeAndNeverOfTuplesConstantsAndThreads)
{
    const std::string shape = "f32[524288]{0}";
    const auto none = [&](const block& given, const block& made) {
        return donations_of(memory_in(donating({given, made}).text()));
    };
    const auto given = argument(0, shape, {});
    const auto made = result(shape, "negate(%mid.8)");
    EXPECT_EQ(none(given, made).size(), 1U);
    auto other = given;
    other.color = 1;
    EXPECT_EQ(none(other, made), texts{});
    other = given;
    other.size = two_mib + 4;
    EXPECT_EQ(none(other, made), texts{});
    other = given;
    other.head = "constant";
    EXPECT_EQ(none(other, made), texts{});
    other = made;
    other.head = "constant, maybe-live-out";
    EXPECT_EQ(none(given, other), texts{});
    other = made;
    other.head = "thread-local, maybe-live-out";
    EXPECT_EQ(none(given, other), texts{});
    other = made;
    other.head = "preallocated-temp";
    EXPECT_EQ(none(given, other), texts{});
    other = made;
    other.values[0].shape = "(f32[524288]{0})";
    EXPECT_EQ(none(given, other), texts{});
}

TEST(Donation, TakesTheLargestFirstAndEachArgumentOnce)
{
    const std::string shape = "f32[524288]{0}";
    const auto output = [&](std::string name, std::int64_t bytes) -> block {
        return {bytes, "maybe-live-out", {{std::move(name), bytes, 0, fmt::format("s8[{}]{{0}}", bytes), "2-4"}}};
    };
    auto small = argument(3, "s8[512]{0}", {});
    small.size = 512;
    const auto of = memory_in(donating({output("o.0", 512), output("o.1", two_mib), output("o.2", two_mib),
                                        output("o.3", two_mib), argument(2, shape, {}), argument(1, shape, {}), small})
                                  .text());
    // Of equal candidates the lowest numbers: of results the allocation's, of arguments the parameter's.
    EXPECT_EQ(donations_of(of), (texts{"1>5", "2>4", "0>6 same shape"}));
}

} // namespace ballast::tests
