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

void start_usage_report(std::string_view text)
{
    check_whole(std::string("Memory Space: default (color=0)\nTotal bytes: 4 (4B)\n"
                            "  cumulative_size;       size;       offset; used_by_n_values; shapes_list\n"
                            "  ------------------------------------------------------------\n")
                    .append(text));
    check_whole(std::string("Total bytes used: 4 (4B)\n\nAllocations sorted by size:\n\n"
                            "cumulative_size; total_size - cumulative_size; allocation\n"
                            "------------------------------------------------------------------------------\n")
                    .append(text));
}
void start_oom_report(std::string_view text)
{
    check_whole(std::string("BufferAssignment OOM Debugging.\nBufferAssignment stats:\n").append(text));
}
void start_buffer_info(std::string_view text)
{
    check_whole(std::string("buffer_id,buffer_name,offset,size,definition_time,end_time,num_uses,use_times,use_names\n")
                    .append(text));
}
void start_module_text(std::string_view text) { check_whole(std::string("HloModule m").append(text)); }

[[maybe_unused]] constexpr void (*starts[])(std::string_view) = {
    start_shape,       start_layout,       start_instruction, start_value,       start_allocation,  start_live_range,
    start_stack_trace, start_usage_report, start_oom_report,  start_buffer_info, start_module_text,
};

} // namespace

} // namespace ballast::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    ballast::fuzz::BALLAST_FUZZ_START(ballast::fuzz::text_of(data, size));
    return 0;
}
