// Cases for the rules of out-of-memory reports of TPUs.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

namespace {

const texts report_sizes{"0B", "1023B", "1.2K", "12.50M", "1.00G"};
const texts no_report_sizes{"", "12", "1.2KiB", "1.5M"};
const texts report_spaces{"hbm", "vmem", "tile_spmem"};
const texts no_report_spaces{"", "HBM", "hbm "};
const std::string lead =
    "Ran out of memory in memory space hbm. Used 33.00G of 15.75G hbm. Exceeded hbm capacity by 17.25G.";
const std::string total =
    "Total hbm usage >= 33.25G:\n    reserved        258.00M \n    program         unknown size \n"
    "    arguments        33.00G \n\nOutput size 512B; shares 0B with arguments.\n";
const std::string program = "Program hbm requirement 1.00M:\n    global            1.00M\n";
const std::string rule = "     ==========================\n\n";
const std::string label = "     XLA label: convert.3 = convert(copy.2)\n     Allocation type: HLO temp\n";
const std::string array = "     Shape: s32[]{:T(128)}\n     Unpadded size: 4B\n";
const std::string extra = "     Extra memory due to padding: 508B (128.0x expansion)\n";
const std::string block = "  1. Size: 512B\n" + array + extra + label + rule;
const std::string blocks = "  Largest program allocations in hbm:\n\n" + block;
const std::string argument = "  1. Size: 32.00G\n     Shape: f32[8]{0}\n     XLA label: Argument 0 index {}\n" + rule;
const std::string arguments = "  Largest program arguments and outputs in hbm:\n\n" + argument;
const std::string bare_block = "  XLA label: register allocator spill slots\n  Allocation type: scoped\n\n";
const std::string bare =
    "Ran out of memory in memory space vmem. It should not be possible to run out of vmem - please file a bug "
    "against XLA.\n\nLargest program allocations in vmem:\n\n" +
    bare_block;
const std::string requested = "Ran out of memory in memory space vmem. Please file a bug against XLA.\n\n"
                              "Largest program allocations in vmem:\n\n" +
                              bare_block;
const std::string stack =
    "Ran out of memory in memory space vmem while allocating on stack for %k.1 = f32[8]{0} custom-call(%a). "
    "Scoped allocation with size 61.88M and limit 60.00M exceeded scoped vmem limit by 1.88M.";
const std::string large =
    "Allocation (size=4000256) would exceed memory (size=1048576) :: #allocation3 [shape = 'u8[4000256]{0}', "
    "space=smem, size = 0x3d0a00, scoped, tag = 'prefetched SMEM operand 0'] :: smem_prefetch.1";
const std::string nameless =
    "Allocation (size=4000256) would exceed memory (size=1048576) :: #allocation3 [shape = 'u8[4000256]{0}', "
    "space=smem, size = 0x3d0a00, tag = 'scratch operand'] :: <no-hlo-instruction>";
const std::string temporaries =
    "Ran out of memory on HBM, the total memory required for HLO temporaries (19.20G) exceeds available "
    "HBM (15.75G).";
const std::string cores =
    "TPU TensorCore Hbm usage: 34.82G, SparseCore Hbm usage 174.10G, exceeding available bytes: 95.74G";
const std::string early =
    "Aborting compilation early because it's unlikely to have enough memory. Requires 3.47E, has 14.49G available.";
const std::string sparse =
    "Failed to run MLO pass pipeline.k.6:57:1: error: 'memref.alloca' op E3000: "
    "CompileTimeSparseCoreAllocationFailure: current allocation offset upper bound (8388607 words) exceeds the "
    "legitimate user allocatable offset upper bound (2097151 words) in memory space spmem when allocating "
    "8388608 words";
const std::string notes = "\nk.6:57:1: note: see current operation: %41 = \"memref.alloca\"() : () -> memref<512xf32>\n"
                          "main.1:1:1: error: NOTE: Failed in pass AllocationAssignment\n";
const std::string see = "\nSee https://openxla.org/xla/errors/error_1000 for more details.";
const std::string payload = " [type.googleapis.com/tensorflow.tpu.CompilationResultProto='\\x08Ran out\\n \\x01']";
const std::string trace = "\n=== Source Location Trace: ===\njaxlib/py_compile_only_client.cc:92\n";

} // namespace

void tpu_report_cases(std::vector<rule_case>& all)
{
    same<g::lead_used, g::lead_capacity, g::lead_exceeded, g::block_size, g::unpadded_size, g::extra_size,
         g::stack_size, g::stack_limit, g::stack_excess, g::temporaries_required, g::temporaries_available,
         g::tensor_core_usage, g::sparse_core_usage, g::cores_available, g::abort_required, g::abort_available>(
        all, report_sizes, no_report_sizes);
    same<g::lead_space, g::lead_space_again, g::blocks_space, g::arguments_space>(all, report_spaces, no_report_spaces);
    same<g::large_size, g::large_capacity, g::large_number, g::place_line, g::place_column, g::words_reached,
         g::words_limit, g::words_size, g::argument_parameter>(all, numbers, no_numbers);
    same<g::block_shape, g::argument_shape, g::large_shape>(all, shapes, no_shapes);

    all.push_back(on<g::message_status>({"RESOURCE_EXHAUSTED: ", "INTERNAL: "},
                                        {"", "RESOURCE_EXHAUSTED:", "INTERNAL: From a:\n"}));
    all.push_back(on<g::function_name>(names, no_names));
    all.push_back(
        on<g::function_node>({"{{function_node __inference_f_1}} "}, {"", "{{function_node }} ", "{{node x}} "}));
    all.push_back(on<g::error_code>({"E1000: CompileTimeHbmOom: ", "E1001: CompileTimeScopedVmemOom:\n"},
                                    {"", "E1000: CompileTimeHbmOom", "E100: A: ", "1000: A: "}));
    all.push_back(
        on<g::permanent_error>({"XLA:TPU compile permanent error. "}, {"", "XLA:TPU compile permanent error."}));
    all.push_back(on<g::compilation_failure>({"Compilation failure: "}, {"", "Compilation failure:"}));
    all.push_back(on<g::before_message>(
        {"", "RESOURCE_EXHAUSTED: ", "RESOURCE_EXHAUSTED: E1000: CompileTimeHbmOom: XLA:TPU compile permanent error. ",
         "Resource exhausted: {{function_node f}} "},
        {"XLA:TPU compile permanent error. E1000: CompileTimeHbmOom: ", " "}));

    all.push_back(
        on<g::usage_follows>({" Memory usage report: \n"}, {"", " Memory usage report:\n", " Memory usage report: "}));
    all.push_back({rule_name<g::module_end>(),
                   looks<g::module_end>,
                   {".", ".\n", ". Memory usage report: \n", ". [a"},
                   {"", ".1", ". "}});
    all.push_back(
        {rule_name<g::reported_module>(), looks<g::reported_module>, {"jit_f.", "jit_f.1.\n"}, {"", ".", "1.", " f."}});
    all.push_back(on<g::module_sentence>({" HLO module: jit_f.", " HLO module: jit__f.1."},
                                         {"", " HLO module: .", " HLO module: jit_f"}));
    all.push_back(on<g::tpu_lead>({lead, lead + " HLO module: jit_f."},
                                  {"", lead + "\n", lead.substr(0, lead.size() - 1), lead.substr(1)}));

    all.push_back(on<g::block_number>(positives, no_positives));
    all.push_back(on<g::block_head>({"  1. Size: 512B\n"}, {"", "1. Size: 512B\n", "  0. Size: 512B\n"}));
    all.push_back(
        on<g::block_operator>({"     Operator: op_name=\"jit(f)/sort\" source_file=\"f.py\" source_line=465\n"},
                              {"", "     Operator: \n", "     Operator: op_type=\"a\"\n"}));
    all.push_back(on<g::extra_factor>({"1.0", "128.0"}, {"", "1", "1.25"}));
    all.push_back(on<g::block_extra>({extra}, {"", "     Extra memory due to padding: 508B\n"}));
    all.push_back(on<g::tag_text>({"scratch operand", "\xC3\x97"}, {"", "a\n"}));
    all.push_back(
        on<g::block_array>({array, array + extra, array + "     Tag: scratch operand\n"},
                           {"", extra, "     Shape: s32[]\n", array + "     Tag: scratch operand\n" + extra}));
    all.push_back(on<g::owner_line>({"\n     Allocation type: "}, {"", "     Allocation type: "}));
    all.push_back(on<g::label_text>({"constant literal", "a = b(c), d={\n\"e\"\n}", "\xC3\x97"},
                                    {"", "a\n     Allocation type: "}));
    all.push_back(on<g::block_owner>({"reserved", "global", "scoped", "HLO temp", "overlays"}, {"", "HLO", "temp"}));
    all.push_back(on<g::block_rule>({rule}, {"", "     ==========================\n"}));
    all.push_back(on<g::tpu_block>({block, "  2. Size: 1.00M\n" + label + rule},
                                   {"", block + "\n", block.substr(1), "  1. Size: 512B\n" + array + rule}));
    same<g::tpu_blocks, g::untitled_blocks>(all, {block, block + block}, {"", blocks, argument});

    all.push_back(on<g::argument_index>(indexes, no_indexes));
    all.push_back(
        on<g::argument_words>({"Argument 0 index ", "Output index "}, {"", "Argument index ", "Output 0 index "}));
    all.push_back(
        on<g::tpu_argument>({argument, "  2. Size: 512B\n     Shape: f32[]\n     XLA label: Output index {1}\n" + rule},
                            {"", block, argument.substr(1)}));
    same<g::argument_blocks, g::untitled_arguments>(all, {argument, argument + argument}, {"", arguments, block});
    all.push_back(
        on<g::titled_blocks>({blocks, blocks + block}, {"", block, "  Largest program allocations in hbm:\n\n"}));
    all.push_back(on<g::no_blocks>({"No allocations in hbm"}, {"", "No allocations in hbm\n"}));
    all.push_back(on<g::titled_arguments>({arguments}, {"", argument, blocks}));

    all.push_back(on<g::space_total>({total}, {"", total + "\n"}));
    all.push_back(on<g::space_program>({program, "Program hbm requirement 0B:\n"}, {"", program + "\n"}));
    all.push_back(on<g::arguments_after>({"\n" + arguments}, {"", arguments}));
    const texts after_program{"\n" + blocks, "\n" + blocks + "\n" + arguments, "\nNo allocations in hbm\n" + arguments,
                              "\n" + arguments};
    all.push_back(on<g::blocks_after>(after_program, {"", "\nNo allocations in hbm", blocks}));
    all.push_back(on<g::program_after>({"\n" + program, "\n" + program + "\n" + blocks}, {"", program}));
    all.push_back(
        on<g::total_after>({"\n" + total, "\n" + total + "\n" + program}, {"", total, "\n" + total + program}));
    const texts led{lead, lead + " Memory usage report: \n", lead + "\n\n" + total,
                    lead + "\n\n" + program + "\n" + blocks, lead + "\n\n" + blocks};
    all.push_back(on<g::led_report>(led, {"", lead + "\n", lead + "\n" + program}));
    const texts unled{total + "\n" + program + "\n" + blocks,
                      program + "\n" + blocks,
                      blocks,
                      blocks + "\n" + arguments,
                      block,
                      block + "\n" + arguments,
                      arguments,
                      argument};
    all.push_back(on<g::unled_report>(unled, {"", total, program, total + "\n" + program}));
    all.push_back(on<g::space_report>({lead, blocks}, {"", program}));

    all.push_back(on<g::bare_reason>({"It should not be possible to run out of vmem - please"}, {"", "Please"}));
    all.push_back(on<g::bare_request>({"Please"}, {"", "please"}));
    all.push_back(on<g::bare_owner_line>({"\n  Allocation type: "}, {"", "\n     Allocation type: "}));
    all.push_back(
        on<g::bare_label>({"register allocator spill slots", "a\nb", "\xC3\x97"}, {"", "a\n  Allocation type: "}));
    all.push_back(on<g::bare_block>({bare_block}, {"", bare_block.substr(1), label}));
    all.push_back(on<g::bare_blocks>({bare_block, bare_block + bare_block}, {"", block}));
    all.push_back(on<g::bare_report>({bare, requested}, {"", lead, bare + "\n"}));

    all.push_back(on<g::stack_end>({". Scoped allocation with size "}, {"", ". Scoped"}));
    all.push_back({rule_name<g::stack_instruction>(),
                   looks<g::stack_instruction>,
                   {"%a = b(c.1)", "\n}", "\xC3\x97"},
                   {"", ". Scoped allocation with size "}});
    all.push_back(on<g::advice_link>({" see go/compile-time-vmem-oom#kernel-vmem-stack-oom for more information."},
                                     {"", " see"}));
    all.push_back(on<g::advice_bug>({"please file a bug against XLA."}, {"", "please"}));
    all.push_back(ahead<g::advice_see>({"\nSee https"}, {"", "See "}));
    const std::string advice = " It should not be possible to run out of scoped vmem - ";
    all.push_back(
        on<g::stack_advice>({advice + "please file a bug against XLA.",
                             advice + " see go/compile-time-vmem-oom#kernel-vmem-stack-oom for more information."},
                            {"", advice}));
    all.push_back(
        on<g::stack_overflow>({stack, stack + advice + "please file a bug against XLA."}, {"", stack + "\n", lead}));

    all.push_back(on<g::large_word>({"0", "3d0a00", "ffffffffffffffff"}, {"", "00", "0a", "3D0A", "g"}));
    all.push_back(on<g::large_scoped>({", scoped"}, {"", ",scoped"}));
    all.push_back(on<g::large_tag>({"scratch operand", "output of x@{}", "\xC3\x97"}, {"", "it's"}));
    all.push_back(on<g::large_instruction>(names, no_names));
    all.push_back(on<g::large_allocation>({large, nameless}, {"", large + " ", large.substr(1)}));
    all.push_back(on<g::temporaries>({temporaries, temporaries + " HLO module: jit_f."}, {"", temporaries + "\n"}));
    all.push_back(on<g::cores>({cores}, {"", cores + "."}));
    all.push_back(on<g::device_word>({"device "}, {"", "device"}));
    all.push_back(on<g::abort_threshold>({"-1", "0", "12"}, {"", "-0", "x"}));
    all.push_back(on<g::early_abort>(
        {early, early + " If more detailed logging is desired, set --xla_tpu_impure_oom_fast_exit_threshold=-1"},
        {"", early + " "}));

    all.push_back(on<g::place_name>({"k.6", "main.1"}, {"", "a:", "a b"}));
    same<g::tpu_place, g::sparse_place, g::operation_place, g::pass_place>(all, {"k.6:57:1"},
                                                                           {"", "k.6:57", "k.6:57:1:"});
    all.push_back(on<g::sparse_core>({sparse}, {"", sparse + "\n"}));
    all.push_back(on<g::operation_text>({"%41 = \"memref.alloca\"()", "\xC3\x97"}, {"", "a\n"}));
    all.push_back(on<g::pass_name>({"AllocationAssignment"}, {"", "a b"}));
    all.push_back(on<g::pass_notes>({notes}, {"", notes.substr(1)}));

    all.push_back(on<g::see_line>({see}, {"", see + "\n", see.substr(1)}));
    all.push_back(on<g::after_message>({"", payload, payload + payload, payload + trace, trace},
                                       {" ", trace + payload, trace + "\n", trace.substr(1)}));

    all.push_back(on<g::tpu_message>({lead, stack, bare, large, temporaries, cores, early}, {"", sparse}));
    all.push_back(on<g::sparse_message>({sparse, sparse + see + notes, sparse + notes}, {"", sparse + notes + see}));
    all.push_back(on<g::tpu_report>(
        {"RESOURCE_EXHAUSTED: " + temporaries + see + payload + trace, sparse + see + notes + trace, blocks + see},
        {"", "RESOURCE_EXHAUSTED: ", temporaries + "\n", temporaries + payload + see}));
}

} // namespace ballast::tests
