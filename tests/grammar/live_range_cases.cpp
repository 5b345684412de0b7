// Cases for the rules of live ranges.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

void live_range_cases(std::vector<rule_case>& all)
{
    same<g::live_range_max, g::sequence_number, g::range_start, g::range_end, g::peak_moment, g::peak_bytes,
         g::peak_cumulative, g::moment>(all, numbers, no_numbers);
    same<g::sequence_name, g::range_name, g::peak_name, g::moment_name>(all, names, no_names);
    same<g::range_index, g::peak_index>(all, indexes, no_indexes);
    all.push_back(on<g::sequence_row>({"    0:x\n"}, {"", "   0:x\n", "    0: x\n", "    0:x", "    :x\n"}));
    all.push_back(on<g::sequence_rows>({"", "    0:x\n    1:y\n"}, {"x", "    0:x"}));
    all.push_back(on<g::live_range_row>({"    x{}:0-9\n", "    t{1,0}:3-4\n", "    x{}:0-9, pinned\n"},
                                        {"", "    x:0-9\n", "    x{}:0-\n", "    x{}: 0-9\n", "    x{}:0--1\n"}));
    all.push_back(on<g::live_range_rows>({"", "    x{}:0-9\n"}, {"x"}));
    all.push_back(
        on<g::cumulative_tail>({" (cumulative: 4 bytes)"}, {"", "(cumulative: 4 bytes)", " (cumulative: 4)"}));
    all.push_back(on<g::peak_row_bare>({": 4 bytes"}, {"", "{}: 4 bytes", ": 4 bytes (cumulative: 4 bytes)"}));
    all.push_back(
        on<g::peak_row_indexed>({"{}: 4 bytes", "{0}: 4 bytes (cumulative: 8 bytes)"}, {"", ": 4 bytes", "{}: 4"}));
    all.push_back(on<g::known_peak_tail>({" (cumulative"}, {"", " (space", "(cumulative"}));
    all.push_back(on<g::peak_row>({"    x: 4 bytes\n", "    x{}: 4 bytes\n", "    x{}: 4 bytes (cumulative: 4 bytes)\n",
                                   "    x: 4 bytes (space: 1)\n"},
                                  {"", "  x: 4 bytes\n", "    x: 4 bytes", "    x: 4 bytes (cumulative: 4 bytes)\n"}));
    all.push_back(on<g::peak_rows>({"", "    x: 4 bytes\n"}, {"x"}));
    all.push_back(on<g::peak>({"  Live ranges at 0 (peak):\n", "  Live ranges at 0 (peak):\n    x: 4 bytes\n"},
                              {"", "  Live ranges at 0:\n", "  Live ranges at  (peak):\n"}));
    all.push_back(on<g::unbounded_peak>({"  Peak memory could not be determined due to unbounded dynamic shape.\n"},
                                        {"", "  Peak memory could not be determined due to unbounded dynamic shape."}));
    all.push_back(on<g::moment_bytes>({"0", "12", "-12"}, {"", "-", "01"}));
    all.push_back(on<g::moment_names>({"", "a", "a,b"}, {"a,", "a, b", ","}));
    all.push_back(on<g::moment_row>({"    0, 4 bytes: a,b\n", "    1, 0 bytes: \n"},
                                    {"", "    0, 4 bytes:\n", "    0,4 bytes: a\n", "    0, 4 bytes: a"}));
    all.push_back(on<g::moment_rows>({"", "    0, 4 bytes: a\n"}, {"x"}));
    all.push_back(
        on<g::every_moment>({"  Live ranges at every moment:\n", "  Live ranges at every moment:\n    0, 4 bytes: a\n"},
                            {"", "  Live ranges at every moment\n"}));
    same<g::live_range_head, g::moments_range_head, g::lone_range_head>(
        all, {"HloLiveRange (max 0):\n"}, {"", "HloLiveRange (max 0)\n", "HloLiveRange (max ):\n"});
    all.push_back(on<g::sequence_head>({"  InstructionSequence:\n"}, {"", "  InstructionSequence:"}));
    all.push_back(
        on<g::sequence>({"  InstructionSequence:\n", "  InstructionSequence:\n    0:x\n"}, {"", "    0:x\n"}));
    all.push_back(on<g::ranges_head>({"  BufferLiveRange:\n"}, {"", "BufferLiveRange:\n"}));
    all.push_back(
        on<g::live_ranges>({"  BufferLiveRange:\n", "  BufferLiveRange:\n    x{}:0-1\n"}, {"", "    x{}:0-1\n"}));
    all.push_back(on<g::peak_head>({"  Live ranges at 0 (peak):\n"}, {"", "  Live ranges at 0:\n"}));
    all.push_back(on<g::moments_head>({"  Live ranges at every moment:\n"}, {"", "  Live ranges at every moment\n"}));
    const std::string lists = "  InstructionSequence:\n  BufferLiveRange:\n";
    all.push_back(
        on<g::live_range_lists>({lists + "  Live ranges at 0 (peak):\n",
                                 lists + "  Peak memory could not be determined due to unbounded dynamic shape.\n"},
                                {"", lists, lists + "  Live ranges at every moment:\n"}));
    all.push_back(
        on<g::lone_range_lists>({lists, lists + "  Live ranges at 0 (peak):\n"},
                                {"", "  InstructionSequence:\n", lists + "  Live ranges at every moment:\n"}));
    all.push_back(on<g::moments_lists>({lists + "  Live ranges at every moment:\n"},
                                       {"", lists, lists + "  Live ranges at 0 (peak):\n"}));
    all.push_back(
        on<g::live_range_not_available>({"HloLiveRange not available (finalized or constructed from proto)"},
                                        {"", "HloLiveRange not available (finalized or constructed from proto)\n"}));
}

} // namespace ballast::tests
