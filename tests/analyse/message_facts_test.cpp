// The facts in messages about memory.
#include "ballast/message_facts.hpp"

#include "ballast/read.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace ballast::tests {

namespace {

message_facts facts_in(const std::string& text)
{
    const auto read = accepted(text);
    return facts_of(*read.memory_message(), date(read.witnesses()).possible);
}

} // namespace

TEST(MessageFacts, AreWhatIsMissingAndWhoNeedsIt)
{
    const auto facts = facts_in(golden_dump("message_program_failure.txt"));
    EXPECT_EQ(facts.source, message_source::tpu);
    EXPECT_TRUE(facts.failure);
    EXPECT_EQ(facts.program, "jit_step");
    EXPECT_EQ(facts.bytes("needed"), 28185722880);
    EXPECT_EQ(facts.bytes("missing"), 783831532);
    EXPECT_FALSE(facts.bytes("rounded"));
}

TEST(MessageFacts, OfAllocatorsOfGpusNameTheDumpToAskFor)
{
    for (const auto* name : {"message_allocator.txt", "message_allocator_summary.txt"}) {
        const auto advice = facts_in(golden_dump(name)).advice;
        EXPECT_TRUE(std::ranges::any_of(advice, [](const std::string& sentence) {
            return sentence.find(".*gpu_after_optimizations-buffer-assignment.txt") != std::string::npos;
        })) << name;
    }
}

// Numbers in damaged messages saturate.
TEST(MessageFacts, OfNumbersThatMakeNoSenseAreTheNearestThatFit)
{
    const std::string most = std::to_string(INT64_MAX);
    const auto warning = facts_in("Can't reduce memory use below -8.00EiB (-" + most +
                                  " bytes) by rematerialization; only reduced to "
                                  "8.00EiB (" +
                                  most + " bytes)");
    EXPECT_EQ(warning.bytes("missing"), INT64_MAX);
    const auto sizes =
        facts_in("CompiledMemoryStats(generated_code_size_in_bytes=0, argument_size_in_bytes=" + most +
                 ", output_size_in_bytes=" + most + ", alias_size_in_bytes=0, temp_size_in_bytes=" + most + ")");
    EXPECT_EQ(sizes.bytes("needed"), INT64_MAX);
}

} // namespace ballast::tests
