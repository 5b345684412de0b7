// Cases for the rules of out-of-memory reports.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

namespace {

const std::string head = "BufferAssignment OOM Debugging.\n";
const std::string statistics = "BufferAssignment stats:\n"
                               "             parameter allocation:        64B\n"
                               "              constant allocation:         0B\n"
                               "        maybe_live_out allocation:         0B\n"
                               "     preallocated temp allocation:         0B\n"
                               "                 total allocation:        64B\n";
const std::string end = "\t\t==========================\n";
const std::string begin = "\n\tBuffer 1:\n\t\tSize: 64B\n";
const std::string subshape = "\t\tEntry Parameter Subshape: f32[16]\n";
const std::string labelled = "\t\tXLA Label: dot\n\t\tShape: f32[16]\n";
const std::string source = "\t\tOperator: op_type=\"dot\" op_name=\"a/b\" source_line=3\n";
const std::string value = "<0 x @0>\n positions:\n  x\n uses:\n from instruction:%x = f32[16]{0} parameter(0)\n";
const std::string allocation = "\nallocation 0: 0x1f, size 64, thread-local:\n"
                               " value: <0 x @0> (size=64,offset=0): f32[16]{0}\ncontains:";

} // namespace

void oom_report_cases(std::vector<rule_case>& all)
{
    all.push_back(on<g::oom_head>({head}, {"", "BufferAssignment OOM Debugging\n", "BufferAssignment:\n"}));
    all.push_back(on<g::oom_gap>({"\n"}, {"", "\n\n"}));
    all.push_back(on<g::contains_head>({"contains:"}, {"", "contains", "contains:\n"}));
    all.push_back(on<g::contained_comma>({","}, {"", ", ", ";"}));
    all.push_back(on<g::contained_values>({"", value, value + "," + value}, {",", value + value, value + ","}));
    all.push_back(on<g::oom_allocation>({allocation, allocation + value, allocation + value + "," + value},
                                        {"", allocation.substr(1), allocation + "\n" + value}));
    all.push_back(on<g::oom_allocations>({allocation, allocation + value + allocation}, {"", "\n"}));

    all.push_back(on<g::buffer_number>(positives, no_positives));
    all.push_back(on<g::buffer_size>({"0B", "1.2KiB"}, {"", "12", "1.2kiB"}));
    all.push_back({rule_name<g::operator_gap>(), looks<g::operator_gap>, {" x", "\n"}, {"", " \n", "x", "}"}});
    all.push_back(
        {rule_name<g::buffer_operator>(),
         looks<g::buffer_operator>,
         {"op_name=\"a\"\n", "op_type=\"t\" op_name=\"a\" source_file=\"f.py\" source_line=3\n",
          "op_name=\"a\" source_line=3 source_end_line=4 source_column=5 source_end_column=6 profile_type={1} "
          "deduplicated_name=\"d\" preserve_layout=true scheduling_name=\"s\" stack_frame_id=7 "
          "metadata_payload=\"\"\n"},
         {"", "op_type=\"t\"\n", "op_name=\"\"\n", "source_line=3\n", "op_name=\"a\" \n", "op_name=\"a\"}"}});
    all.push_back(on<g::buffer_operator_line>({source}, {"", "\t\tOperator: \n", "Operator: op_name=\"a\"\n",
                                                         "\t\tOperator: {op_name=\"a\"}\n",
                                                         "\t\tOperator: op_name=\"a\" op_type=\"t\"\n"}));
    same<g::buffer_subshape>(all, plain_shapes, no_plain_shapes);
    all.push_back(on<g::parameter_buffer>({subshape}, {"", labelled, "\t\tEntry Parameter Subshape: f32[16]{0}\n"}));
    all.push_back(on<g::buffer_label>({"dot", "all-gather-start", "frobnicate"}, {"", "Dot", "%dot", "dot("}));
    all.push_back(on<g::buffer_shape_line>({"\t\tShape: f32[16]\n"}, {"", "\t\tShape: f32[16]", "Shape: f32[16]\n"}));
    all.push_back(on<g::labelled_buffer>({labelled}, {"", subshape, "\t\tXLA Label: dot\n", "\t\tXLA Label: \n"}));
    all.push_back(on<g::peak_buffer>({begin + subshape + end, begin + labelled + end, begin + source + labelled + end},
                                     {"", begin + end, begin + source + end, begin + labelled,
                                      begin + labelled + source + end, (begin + labelled + end).substr(1)}));
    all.push_back(on<g::peak_buffers_head>({"Peak buffers:"}, {"", "Peak buffers:\n"}));
    all.push_back(on<g::peak_buffers>({"", begin + subshape + end, begin + subshape + end + begin + labelled + end},
                                      {"\n", begin + subshape + end + "\n"}));
    all.push_back(on<g::oom_report>(
        {head + statistics + "Peak buffers:", head + statistics + "Peak buffers:" + begin + subshape + end,
         head + statistics + allocation + value},
        {"", head, head + statistics, statistics + "Peak buffers:", head + statistics + "Peak buffers:\n",
         head + statistics + "Peak buffers:" + allocation}));
}

} // namespace ballast::tests
