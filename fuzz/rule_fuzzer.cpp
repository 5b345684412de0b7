// Any bytes, read as one construct: BALLAST_FUZZ_START names it. What has no rule of its own in the interface is read
// after the smallest file it can stand in. Oracle: as parse_fuzzer's.
#include "fuzz/oracle.hpp"

#include <string>

namespace ballast::fuzz {

namespace {

void start_shape(std::string_view text) { check_one(entry::shape, text); }
void start_layout(std::string_view text) { check_one(entry::layout, text); }
void start_instruction(std::string_view text) { check_one(entry::instruction, text); }
void start_value(std::string_view text) { check_one(entry::value, text); }
void start_allocation(std::string_view text)
{
    check_one(entry::allocation, text);
    check_whole(std::string("BufferAssignment:\n").append(text));
}
void start_live_range(std::string_view text)
{
    check_whole(std::string("HloLiveRange (max 1):\n  InstructionSequence:\n").append(text));
}
void start_stack_trace(std::string_view text)
{
    check_whole(std::string("HloLiveRange (max 1):\n  InstructionSequence:\n    0:a\n  BufferLiveRange:\n    a{}:0-1\n"
                            "  Live ranges at 0 (peak):\n    a{}: 8 bytes (cumulative: 8 bytes)\n"
                            "  Stack trace breakdown for peak usage: ")
                    .append(text));
}

[[maybe_unused]] constexpr void (*starts[])(std::string_view) = {
    start_shape, start_layout, start_instruction, start_value, start_allocation, start_live_range, start_stack_trace,
};

} // namespace

} // namespace ballast::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    ballast::fuzz::BALLAST_FUZZ_START(ballast::fuzz::text_of(data, size));
    return 0;
}
