// The buffers of a TPU message in the dump of its module.
#include "ballast/tpu_memory.hpp"
#include "tests/support/support.hpp"

#include <algorithm>

namespace ballast::tests {

namespace {

tpu_buffer listed(std::string owner, std::int64_t bytes, std::string shape, std::string label, std::string op_name = {})
{
    tpu_buffer result;
    result.owner = std::move(owner);
    result.bytes = bytes;
    result.shape = std::move(shape);
    result.label = std::move(label);
    result.op_name = std::move(op_name);
    return result;
}

tpu_memory message_with(std::vector<tpu_buffer> buffers)
{
    tpu_memory result;
    result.buffers = std::move(buffers);
    return result;
}

// All values of a dump.
memory_analysis values_of(const std::string& dump)
{
    const auto read = accepted(golden_dump(dump));
    const document* const module[] = {&read};
    const auto memory = memory_of(module, {.buffers = true});
    EXPECT_TRUE(memory) << dump;
    return memory ? *memory : memory_analysis();
}

} // namespace

TEST(TpuMatches, AreOfTheSameShapeAndInstruction)
{
    const auto dump = values_of("d17.txt");
    const auto found = matches_in(dump, message_with({listed("HLO temp", 512, "f32[8,16]", "add.3"),
                                                      listed("HLO temp", 512, "f32[16,8]", "add.3"),
                                                      listed("HLO temp", 512, "f32[8,16]", "add.99")}));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().buffer, 0U);
    EXPECT_EQ(found.front().value, "add.3");
    EXPECT_GE(found.front().start, 0);
    EXPECT_LE(found.front().start, found.front().end);
}

TEST(TpuMatches, OfArgumentsAreOfTheSameSize)
{
    const auto dump = values_of("d17.txt");
    const auto argument = listed("argument", 512, "f32[8,16]", "");
    const auto found = matches_in(dump, message_with({argument, argument}));
    ASSERT_EQ(found.size(), 1U); // each value is one buffer at most
    EXPECT_EQ(found.front().value, "p.0");
    EXPECT_TRUE(matches_in(dump, message_with({listed("argument", 1024, "f32[8,16]", "")})).empty());
}

TEST(TpuMatches, PreferTheInstructionToItsOperator)
{
    const auto dump = values_of("d17.txt");
    const auto with_operator =
        std::ranges::find_if(dump.buffers, [](const holder& h) { return h.name == "reduce.4" && !h.op_name.empty(); });
    ASSERT_NE(with_operator, dump.buffers.end());
    const auto sum = *with_operator;
    const auto found =
        matches_in(dump, message_with({listed("HLO temp", sum.size, sum.shape, "other.1", sum.op_name),
                                       listed("HLO temp", sum.size, sum.shape, "reduce.4", sum.op_name)}));
    const auto match = std::ranges::find(found, std::size_t{1}, &tpu_match::buffer);
    ASSERT_NE(match, found.end());
    EXPECT_EQ(match->value, "reduce.4");
}

// Of two buffers with the name of the instruction, the one with its operator too is the value, whatever their sizes.
TEST(TpuMatches, AreAlikeInMoreWaysThanOthers)
{
    const auto dump = values_of("d17.txt");
    const auto sum = *std::ranges::find(dump.buffers, std::string_view("reduce.4"), &holder::name);
    ASSERT_FALSE(sum.op_name.empty());
    const auto found =
        matches_in(dump, message_with({listed("HLO temp", sum.size, sum.shape, "reduce.4", "another/operator"),
                                       listed("HLO temp", sum.size + 1, sum.shape, "reduce.4", sum.op_name)}));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().buffer, 1U);
}

} // namespace ballast::tests
