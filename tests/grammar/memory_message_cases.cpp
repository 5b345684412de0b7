// Cases for the rules of messages about memory.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

namespace {

const texts short_sizes{"0B", "1023B", "4.0K", "1024.0K", "34.82G", "3.47E"};
const texts no_short_sizes{"", "4K", "4.00K", "1.5M", "1.50MiB", "1.50", "-1.50M", "01B"};
const texts human_sizes{"0B", "11.99GiB", "4.0KiB"};
const texts no_human_sizes{"", "4KiB", "11.99G", "-1.50MiB"};
const texts signed_sizes{"0B", "-25.62GiB", "4.0KiB", "-5B"};
const texts no_signed_sizes{"", "--5B", "-0B", "-", "+5B", "5"};

const std::string buffer =
    "Error allocating device buffer: Attempting to allocate 8.00M. That was not possible. There are 6.43M "
    "free.; (0x0x1_HBM0)";
const std::string load = "Error loading program 'jit_step': ";
const std::string reserve =
    "Attempting to reserve 29.49G at the bottom of memory. That was not possible. There are 147.64M free, "
    "0B reserved, and 147.64M reservable.";
const std::string allocate = "Attempting to allocate 29.49G. That was not possible. There are 147.64M free.";
const std::string table = "; \n"
                          "HBM capacity 8.00G:\n"
                          "       Top-of-Memory reserved:  529.00M (     554,696,704 bytes)\n"
                          "          Currently allocated:    6.08G (   6,532,939,776 bytes)\n"
                          "          Program requirement:    3.95G (   4,237,689,856 bytes)\n"
                          "                               ------------\n"
                          "      Available after request:   -2.55G (  -2,735,391,744 bytes)\n"
                          "; attempting reservation for program memory";
const std::string row = " 529.00M (     554,696,704 bytes)\n";
const std::string out_of = "Out of memory while trying to allocate ";
const std::string note =
    " Please set the environment variable XLA_PJRT_GPU_HOST_MEMORY_LIMIT_GB to allocate larger host memory "
    "than the default 64 GB.";
const std::string request = "Failed to allocate request for 1.00GiB (1073741824B) on device ordinal 0";
const std::string cpu = "Out of memory allocating 64 bytes.";
const std::string output =
    "Tensor which is moved to host (starting from add.3) is returned from the entry computation but the "
    "layout for this output is not set to host memory.";
const std::string check = "RET_CHECK failure (xla/bounds_check.cc:716) allocation_size_words <= "
                          "std::numeric_limits<int32_t>::max() 1099511627776 ";
const std::string operation = "%s0 = a /* operand 0 */ b/c /* \nbase_bounds: (4, 6)\nfactor: 1 */";
const std::string allocator = "Allocator (GPU_0_bfc) ran out of memory trying to allocate 11.99GiB";
const std::string retry =
    " with freed_by_count=0. The caller indicates that this is not a failure, but this may mean that there "
    "could be performance gains if more memory were available.";
const std::string rounded = " (rounded to 12874361856)requested by op ";
const std::string hint = "\nIf the cause is memory fragmentation maybe the environment variable "
                         "'TF_GPU_ALLOCATOR=cuda_malloc_async' will improve the situation. ";
const std::string summary = "\nCurrent allocation summary follows.";
const std::string reduced =
    "Can't reduce memory use below 378.5KiB (387564 bytes) by rematerialization; only reduced to "
    "562.5KiB (576012 bytes)";
const std::string original = ", down from 563.0KiB (576524 bytes) originally";
const std::string base =
    "The byte size of input/output arguments (390124) exceeds the base limit (160000). This indicates an error "
    "in the calculation!";
const std::string device = "generated_code_size_in_bytes=2856, argument_size_in_bytes=0, output_size_in_bytes=4, "
                           "alias_size_in_bytes=0, temp_size_in_bytes=8";
const std::string host =
    ", host_generated_code_size_in_bytes=0, host_argument_size_in_bytes=0, host_output_size_in_bytes=0, "
    "host_alias_size_in_bytes=0, host_temp_size_in_bytes=0";
const std::string post = "Post Compilation Analysis: ";
const std::string analysis = post + std::string(80, '=') + "\n" + post + "Graph input size: 0.169890 GB\n" + post +
                             "Graph output size: 0.169890 GB\n" + post + "Aliased Input size: 0.000000 GB\n" + post +
                             "Intermediate tensor size: 4.341870 GB\n" + post + "Compiled program size: Unknown  GB\n" +
                             post + std::string(80, '-') + "\n" + post + std::string(80, '=');

void failure_cases(std::vector<rule_case>& all)
{
    same<g::needed_bytes, g::free_bytes, g::reserved_bytes, g::reservable_bytes, g::table_capacity>(all, short_sizes,
                                                                                                    no_short_sizes);
    same<g::place_x, g::place_y, g::place_z, g::place_memory, g::amount_in_bytes, g::allocator_device, g::request_bytes,
         g::request_device, g::cpu_bytes, g::check_line, g::array_words>(all, numbers, no_numbers);
    all.push_back(on<g::device_place>({"0x0x1_HBM0"}, {"", "0x0_HBM0", "0x0x1_HBM", "0,0,1_HBM0"}));
    all.push_back(on<g::buffer_failure>({buffer}, {"", buffer.substr(1), buffer + ".", allocate}));

    all.push_back(on<g::comma_group>({",000", ",123"}, {"", ",12", "123", ",1234"}));
    all.push_back(
        on<g::comma_number>({"0", "12", "123", "1,234", "-2,735,391,744"}, {"", "1234", "-0", "1,23", "01", "1,2345"}));
    all.push_back(on<g::table_size>({"529.00M", "-2.55G", "0B"}, {"", "-0B", "529M", "529.00MiB"}));
    all.push_back(on<g::table_size_column>({" 529.00M", "  -2.55G", "11529.00M"}, {"", "529.00M", "   529.00M"}));
    all.push_back(on<g::table_bytes>({"0", "554,696,704"}, {"", "554696704"}));
    all.push_back(
        ahead<g::table_bytes_column>({"     554,696,704", "  -2,735,391,744"}, {"", "554,696,704", "    554696704"}));
    same<g::table_row, g::top_reserved_row, g::allocated_row, g::requirement_row, g::available_row>(
        all, {row, "  -2.55G (  -2,735,391,744 bytes)\n"}, {"", row.substr(1), " 529.00M (554,696,704 bytes)\n", "\n"});
    all.push_back(on<g::reservation_table>({table}, {"", table.substr(3), table + "\n"}));
    all.push_back(on<g::loaded_name>({"jit_step", "a b"}, {"", "it's", "a\nb"}));
    all.push_back(on<g::program_load>({"Error loading program: ", load},
                                      {"", "Error loading program", "Error loading program '': "}));
    all.push_back(on<g::unknown_scope>({" Scope: unknown.."}, {"", " Scope: unknown"}));
    all.push_back(
        on<g::reservation>({reserve, reserve + " Scope: unknown..", reserve + table}, {"", allocate, reserve + "; "}));
    all.push_back(on<g::program_allocation>({allocate}, {"", reserve, allocate + ";"}));
    all.push_back(
        on<g::program_failure>({reserve, allocate, load + reserve, load + allocate}, {"", load, load + buffer}));

    all.push_back(on<g::host_memory>({"host "}, {"", "host"}));
    all.push_back(on<g::exact_amount>({"64 bytes"}, {"", "64", "64B", "64 byte"}));
    all.push_back(on<g::rounded_amount>(human_sizes, no_human_sizes));
    all.push_back(on<g::allocator_name>({"GPU_0_bfc", "cuda_host_bfc"}, {"", "a b", "(a)"}));
    all.push_back(on<g::allocator_place>({" with allocator GPU_0_bfc on device 0"},
                                         {"", " with allocator  on device 0", " on device 0"}));
    all.push_back(on<g::host_note>({note}, {"", note.substr(1)}));
    all.push_back(on<g::allocation_failure>({out_of + "64 bytes.", out_of + "1.95GiB.",
                                             "Out of host memory while trying to allocate 4 bytes." + note,
                                             out_of + "1.95GiB with allocator GPU_0_bfc on device 0."},
                                            {"", out_of + "1.95GiB", out_of + "64.", out_of + "1.95G.", cpu}));
    all.push_back(on<g::request_size>(human_sizes, no_human_sizes));
    all.push_back(on<g::request_failure>({request}, {"", request + ".", request.substr(1)}));
    all.push_back(on<g::cpu_failure>({cpu}, {"", out_of + "64 bytes.", "Out of memory allocating 64 bytes"}));
    same<g::moved_tensor>(all, names, no_names);
    all.push_back(
        on<g::host_output>({output}, {"", output.substr(1), "Tensor which is moved to host (starting from )"}));
    all.push_back(on<g::check_path>({"xla/bounds_check.cc"}, {"", "a b", "a:1"}));
    all.push_back(on<g::checked_operation>({operation, "a b", "/", " ["}, {"", "a\nb", "/* a", "a [k='"}));
    all.push_back(on<g::payload_follows>({" [a='"}, {"", " [a=", " ['", "[a='"}));
    all.push_back(on<g::array_overflow>({check + operation}, {"", check, "RET_CHECK failure (a.cc:1) x"}));
}

void note_cases(std::vector<rule_case>& all)
{
    all.push_back(on<g::asked_size>(human_sizes, no_human_sizes));
    same<g::rounded_bytes, g::early_rounded_bytes, g::freed_count, g::argument_bytes, g::base_limit_bytes>(all, numbers,
                                                                                                           no_numbers);
    const std::string no_failure =
        " The caller indicates that this is not a failure, but this may mean that there could be "
        "performance gains if more memory were available.";
    const std::string early_no_failure =
        " The caller indicates that this is not a failure, but may mean that there could be "
        "performance gains if more memory were available.";
    all.push_back(on<g::no_failure>({no_failure}, {"", early_no_failure}));
    all.push_back(on<g::early_no_failure>({early_no_failure}, {"", no_failure}));
    all.push_back(on<g::allocator_retry>({retry, " from the lower end with freed_by_count=3.",
                                          " from the upper end with freed_by_count=3.", " with freed_by_count=3.",
                                          " with freed_by_count=0." + early_no_failure,
                                          " from the lower end with freed_by_count=0." + no_failure},
                                         {"", retry.substr(1), " from the lower end"}));
    const std::string later_hint = "\nIf this is caused by memory fragmentation, the environment variable "
                                   "'TF_GPU_ALLOCATOR=cuda_malloc_async' may improve the situation.";
    all.push_back(on<g::later_hint>({later_hint}, {"", hint}));
    all.push_back(on<g::summary_on_next_line>({summary}, {"", summary.substr(1)}));
    all.push_back(on<g::early_allocator_failure>({".  Current allocation summary follows.",
                                                  " (rounded to 64).  Current allocation summary follows.",
                                                  " (rounded to 64)" + summary},
                                                 {"", " (rounded to 64)", ". Current allocation summary follows."}));
    all.push_back(on<g::lower_end>({" from the lower end "}, {"", " from the upper end "}));
    all.push_back(on<g::upper_end>({" from the upper end "}, {"", " from the lower end "}));
    all.push_back(on<g::asking_op>({"", "model/conv2d"}, {"\n", "a\n"}));
    all.push_back(on<g::fragmentation_hint>({hint}, {"", hint.substr(1)}));
    all.push_back(on<g::summary_follows_once>({summary}, {"", summary.substr(1), summary + summary}));
    all.push_back(on<g::summary_follows_twice>({summary}, {"", summary + summary}));
    all.push_back(
        on<g::allocator_failure>({rounded, rounded + "a" + hint + summary + summary, rounded + summary,
                                  " (rounded to 64) from the lower end requested by op a",
                                  " (rounded to 64) from the upper end requested by op a",
                                  " (rounded to 64) from the lower end requested by op a" + later_hint + summary},
                                 {"", " (rounded to 64) requested by op ", rounded + summary + hint}));
    all.push_back(on<g::allocator_message>(
        {allocator + retry, allocator + rounded, allocator + ".  Current allocation summary follows."},
        {"", allocator, allocator + "."}));

    same<g::sign_and_size, g::bytes_as_text>(all, signed_sizes, no_signed_sizes);
    same<g::bytes_as_number, g::code_size, g::argument_size, g::output_size, g::alias_size, g::temp_size>(all, integers,
                                                                                                          no_integers);
    same<g::size_in_bytes, g::memory_limit, g::reduced_size, g::original_size>(
        all, {"10.64GiB (11428802214 bytes)", "-25.62GiB (-5 bytes)"},
        {"", "10.64GiB", "10.64GiB (5)", "10.64G (5 bytes)"});
    all.push_back(on<g::reduced_from>({original}, {"", original.substr(2), ", down from 563.0KiB originally"}));
    all.push_back(on<g::rematerialization>({reduced, reduced + original}, {"", reduced + ".", reduced.substr(1)}));
    all.push_back(on<g::base_limit>({base}, {"", base.substr(1), base + "!"}));

    all.push_back(on<g::device_sizes>({device}, {"", host, device + ","}));
    all.push_back(on<g::host_sizes>({host}, {"", device, host.substr(2)}));
    all.push_back(
        on<g::compiled_sizes>({"CompiledMemoryStats(" + device + ")", "CompiledMemoryStats(" + device + host + ")"},
                              {"", "CompiledMemoryStats()", "CompiledMemoryStats(" + host + ")"}));
    all.push_back(on<g::millionths>({"0.169890", "12.000000"}, {"", "0.1", "1.0000000", "00.000000"}));
    all.push_back(on<g::unknown_amount>({"Unknown "}, {"", "Unknown"}));
    same<g::input_amount, g::output_amount, g::aliased_amount, g::intermediate_amount, g::program_amount>(
        all, {"0.169890", "Unknown "}, {"", "0.16989", "Unknown"});
    all.push_back(on<g::compilation_analysis>({analysis}, {"", analysis + "\n", analysis.substr(1)}));
}

} // namespace

void memory_message_cases(std::vector<rule_case>& all)
{
    failure_cases(all);
    note_cases(all);
    all.push_back(on<g::memory_failure>(
        {buffer, "RESOURCE_EXHAUSTED: E0101: Runtime: " + load + reserve, out_of + "64 bytes. [a='b']"},
        {"", "RESOURCE_EXHAUSTED: ", buffer + "\n", reduced}));
    all.push_back(on<g::memory_note>({allocator + retry, reduced, base, analysis}, {"", buffer, "INTERNAL: " + base}));
    all.push_back(on<g::message_line_end>({"\n"}, {"", "\n\n"}));
    all.push_back(
        on<g::memory_message>({buffer, buffer + "\n", reduced + "\n", base}, {"", "\n", buffer + "\n\n", "x " + base}));
}

} // namespace ballast::tests
