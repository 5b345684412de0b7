// Any bytes, read as one construct, which is chosen by the name of the program or by `--start`. A construct that the
// interface cannot read on its own is read after the smallest file that can contain it. Oracle: that of parse_fuzzer.
#include "fuzz/oracle.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>

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
void start_tpu_report(std::string_view text)
{
    check_whole(std::string("RESOURCE_EXHAUSTED: ").append(text));
    check_whole(std::string("Total hbm usage >= ").append(text));
}
void start_memory_message(std::string_view text) { check_whole(std::string(text)); }
void start_module_text(std::string_view text) { check_whole(std::string("HloModule m").append(text)); }

struct named_start {
    std::string_view name;
    void (*check)(std::string_view);
};
constexpr named_start starts[] = {
    {"shape", start_shape},
    {"layout", start_layout},
    {"instruction", start_instruction},
    {"value", start_value},
    {"allocation", start_allocation},
    {"live_range", start_live_range},
    {"stack_trace", start_stack_trace},
    {"usage_report", start_usage_report},
    {"oom_report", start_oom_report},
    {"buffer_info", start_buffer_info},
    {"memory_message", start_memory_message},
    {"module_text", start_module_text},
    {"tpu_report", start_tpu_report},
};

const named_start* chosen = nullptr;

// `live_range` of `build/fuzz/live_range_fuzzer`.
std::string_view construct_of(std::string_view program)
{
    program.remove_prefix(program.rfind('/') + 1);
    return program.substr(0, program.find("_fuzzer"));
}

} // namespace

} // namespace ballast::fuzz

// Takes `--start CONSTRUCT` from the arguments. By default, the name of the program contains the construct.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv)
{
    using namespace ballast::fuzz;
    char** const arguments = *argv;
    const bool given = *argc > 2 && std::string_view(arguments[1]) == "--start";
    const auto name = given ? std::string_view(arguments[2]) : construct_of(arguments[0]);
    if (given) {
        std::copy(arguments + 3, arguments + *argc + 1, arguments + 1); // with the null at the end
        *argc -= 2;
    }
    const auto* const found = std::ranges::find(starts, name, &named_start::name);
    if (found == std::end(starts)) {
        std::fprintf(stderr, "no construct is called %.*s\n", static_cast<int>(name.size()), name.data());
        std::exit(2);
    }
    chosen = found;
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace ballast::fuzz;
    chosen->check(text_of(data, size));
    return 0;
}
