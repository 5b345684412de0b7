// Cases for the rules of files.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

void files_cases(std::vector<rule_case>& all)
{
    same<g::combined_total, g::values_total>(all, {"\nTotal bytes used: 0\n"},
                                             {"", "Total bytes used: 0\n", "\nTotal bytes used: 0"});
    same<g::used_values_head, g::combined_values_head>(all, {"\nUsed values:\n"},
                                                       {"", "Used values:\n", "\nUsed values:"});
    all.push_back(on<g::combined_range_head>({"\n\nHloLiveRange (max 0):\n"}, {"", "\nHloLiveRange (max 0):\n"}));
    const std::string head = "HloLiveRange (max 0):\n  InstructionSequence:\n  BufferLiveRange:\n";
    const std::string moments = head + "  Live ranges at every moment:\n";
    const std::string peak = head + "  Live ranges at 0 (peak):\n";
    all.push_back(on<g::moments_section>({moments}, {"", peak}));
    all.push_back(on<g::total_section>({"\nTotal bytes used: 0\n", "\nTotal bytes used: 0\n" + moments},
                                       {"", "Total bytes used: 0\n"}));
    all.push_back(on<g::combined_live_range>({"\n\n" + peak}, {"", "\n" + peak, peak}));
    all.push_back(on<g::combined_rest>({"\nUsed values:\n", "\nTotal bytes used: 0\n\nUsed values:\n\n\n" + peak},
                                       {"", "Used values:\n", "\nTotal bytes used: 0\nUsed values:\n"}));
    all.push_back(on<g::assignment_head>({"BufferAssignment:\n"}, {"", "BufferAssignment:", "BufferAssignment:\r\n"}));
    all.push_back(on<g::assignment_file>({"BufferAssignment:\n", "BufferAssignment:\n\nUsed values:\n"},
                                         {"", "BufferAssignment:\n\n"}));
    all.push_back(on<g::values_file>({"\nTotal bytes used: 0 (0B)\n\nUsed values:\n"},
                                     {"", "Total bytes used: 0 (0B)\n\nUsed values:\n"}));
    all.push_back(on<g::live_range_file>({peak, "HloLiveRange not available (finalized or constructed from proto)"},
                                         {"", moments}));
    const texts contents{"BufferAssignment:\n", "\nTotal bytes used: 0 (0B)\n\nUsed values:\n", peak};
    all.push_back(on<g::content>(contents, {"", "x", "\n"}));
    all.push_back({rule_name<g::frame_name>(),
                   looks<g::frame_name>,
                   {"a.txt ***\n", "a b ***\n", "***x ***\n", "größe ***\n"},
                   {"", " ***\n", "\n"}});
    all.push_back({rule_name<g::frame_text>(), looks<g::frame_text>, {"a.txt ***\n"}, {"", " ***\n"}});
    all.push_back({rule_name<g::frame_end_name>(), looks<g::frame_end_name>, {"a.txt ***\n"}, {"", " ***\n"}});
    all.push_back(on<g::frame_first>({"*** Begin a.txt ***\n"},
                                     {"", "*** Begin a.txt\n", "*** Begin  ***\n", "*** End a.txt ***\n"}));
    all.push_back(on<g::frame_last>({"\n*** End a.txt ***\n"}, {"", "*** End a.txt ***\n", "\n*** End a.txt ***"}));
    all.push_back(on<g::framed>({"*** Begin a ***\nBufferAssignment:\n\n*** End a ***\n"},
                                {"", "*** Begin a ***\nBufferAssignment:\n*** End a ***\n"}));
    all.push_back(on<g::dump>(contents, {"", "BufferAssignment:\nBufferAssignment:\n", " BufferAssignment:\n"}));
}

} // namespace ballast::tests
