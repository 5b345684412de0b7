// Rare exceptions of XLA that rules must allow: each exception, and what the rule still reports.
#include "ballast/check.hpp"
#include "tests/check/cases.hpp"
#include "tests/support/support.hpp"

#include <stdexcept>
#include <string>

namespace ballast::tests {

namespace {

bool finds(finding_id which, std::string_view text, std::string_view file_name = {})
{
    const auto read = accepted(text);
    return fires(check(read, {.file_name = file_name}), which);
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to)
{
    std::string result(text);
    const auto at = result.find(from);
    if (at == std::string::npos) throw std::runtime_error("not there: " + std::string(from));
    return result.replace(at, from.size(), to);
}

constexpr std::string_view unused_parameter = R"(BufferAssignment:
allocation 0: size 32, parameter 0, shape |f32[8]| at ShapeIndex {}, output shape is |f32[8]|, maybe-live-out:
 value: <0 a @0> (size=32,offset=0): f32[8]{0}
allocation 1: size 32, parameter 1, shape |f32[8]| at ShapeIndex {}:
 value: <1 b @0> (size=32,offset=0): f32[8]{0}

Total bytes used: 64 (64B)

Used values:
<0 a @0>
 positions:
  a
 uses:
 from instruction: %a = f32[8]{0} parameter(0)
<1 b @0>
 positions:
  b
 uses:
 from instruction: %b = f32[8]{0} parameter(1)


HloLiveRange (max 2):
  InstructionSequence:
    0:a
    1:b
  BufferLiveRange:
    a{}:0-2
    b{}:0-2
  Live ranges at 0 (peak):
    a{}: 32 bytes
    b{}: 32 bytes
)";

} // namespace

TEST(Check, ZeroBytesHaveNoUtilization)
{
    const auto text = replaced(golden_dump("tpu_hbm.txt"), "84.9% utilization: Unpadded (512.00M) Padded (603.00M)",
                               "0.0% utilization: Unpadded (0B) Padded (0B)");
    EXPECT_FALSE(finds(finding_id::tpu_percent, text));
}

TEST(Check, AnUnusedParameterMayComeAfterTheRoot)
{
    EXPECT_TRUE(check(accepted(unused_parameter)).empty());
    const auto useless = replaced(replaced(unused_parameter, "parameter(1)", "iota(), iota_dimension=0"),
                                  ", parameter 1, shape |f32[8]| at ShapeIndex {}:", ", preallocated-temp:");
    EXPECT_TRUE(finds(finding_id::root_order, useless));
}

TEST(Check, AnEffectMayComeAfterTheRootWithWhatItReads)
{
    const std::string_view text = R"(BufferAssignment:
allocation 0: size 32, parameter 0, shape |f32[8]| at ShapeIndex {}, output shape is |f32[8]|, maybe-live-out:
 value: <0 a @0> (size=32,offset=0): f32[8]{0}
allocation 1: size 96, preallocated-temp:
 value: <1 b @0> (size=32,offset=0): f32[8]{0}
 value: <2 c @0> (size=32,offset=64): f32[8]{0}

Total bytes used: 128 (128B)

Used values:
<0 a @0>
 positions:
  a
 uses:
  b, operand 0
 from instruction: %a = f32[8]{0} parameter(0)
<1 b @0>
 positions:
  b
 uses:
  c, operand 0
 from instruction: %b = f32[8]{0} negate(%a)
<2 c @0>
 positions:
  c
 uses:
 from instruction: %c = f32[8]{0} custom-call(%b), custom_call_target="print", custom_call_has_side_effect=true


HloLiveRange (max 3):
  InstructionSequence:
    0:a
    1:b
    2:c
  BufferLiveRange:
    a{}:0-3
    b{}:1-2
    c{}:2-2
  Live ranges at 2 (peak):
    a{}: 32 bytes
    b{}: 32 bytes
    c{}: 32 bytes
)";
    EXPECT_FALSE(finds(finding_id::root_order, text));
    EXPECT_TRUE(finds(finding_id::root_order,
                      replaced(text, R"(custom-call(%b), custom_call_target="print", custom_call_has_side_effect=true)",
                               "negate(%b)")));
}

TEST(Check, ElementsBelowAByteMayBePackedInTheResult)
{
    const std::string_view text = R"(BufferAssignment:
allocation 0: size 21, output shape is |s2[7,12]|, maybe-live-out:
 value: <1 neg @0> (size=21,offset=0): s2[7,12]{1,0:E(2)}

Total bytes used: 21 (21B)

Used values:
<1 neg @0>
 positions:
  neg
 uses:
 from instruction: %neg = s2[7,12]{1,0:E(2)} iota(), iota_dimension=0


HloLiveRange (max 1):
  InstructionSequence:
    0:neg
  BufferLiveRange:
    neg{}:0-1
  Live ranges at 0 (peak):
    neg{}: 21 bytes
)";
    EXPECT_TRUE(check(accepted(text)).empty());
    EXPECT_FALSE(finds(finding_id::result_bytes,
                       replaced(replaced(replaced(text, ":E(2)", ""), ":E(2)", ""), "(size=21", "(size=84")));
    // As if the root were a bitcast of the value: their shapes need not agree.
    EXPECT_TRUE(finds(finding_id::result_bytes,
                      replaced(replaced(text, "|s2[7,12]|", "|s2[7,13]|"), "= s2[7,12]", "= s2[7,13]")));
}

TEST(Check, ElementsBelowAByteMayBePackedInAnOutOfMemoryReport)
{
    const auto text = golden_dump("oom_report.txt");
    EXPECT_FALSE(finds(finding_id::buffer_bytes, replaced(text, "f32[32,32]", "s4[64,128]")));
    EXPECT_TRUE(finds(finding_id::buffer_bytes, replaced(text, "f32[32,32]", "s4[64,256]")));
}

TEST(Check, WithoutInstructionsAnyValueOfItsShapeIsTheParameter)
{
    const std::string_view text = R"(BufferAssignment:
allocation 0: size 4096, page 0, parameter 0, shape |bf16[64,32]| at ShapeIndex {}, maybe-live-out:
 value: <550 wrapped_broadcast.5 @0> (size=2048,offset=0): bf16[16,64]{0,1}
 value: <558 param.8 @0> (size=4096,offset=0): bf16[64,32]{1,0}
)";
    EXPECT_FALSE(finds(finding_id::parameter_shape, text));
    EXPECT_TRUE(finds(finding_id::parameter_shape, replaced(text, "|bf16[64,32]|", "|bf16[64,31]|")));
}

TEST(Check, ARecoloredArenaHoldsValuesOfColor0)
{
    const std::string_view text = R"(BufferAssignment:
allocation 0: size 272, color 2, page 0, preallocated-temp:
 value: <11 all-gather-start{0} @0> (size=8,offset=0): (f32[1,8,16]{2,1,0})
 value: <12 all-gather-start{} @0> (size=16,offset=256): ((f32[1,8,16]{2,1,0}), f32[2,8,16]{2,1,0})
)";
    EXPECT_FALSE(finds(finding_id::value_color, text));
    EXPECT_TRUE(
        finds(finding_id::value_color, replaced(text, "<12 all-gather-start{} @0>", "<12 all-gather-start{} @1>")));
    EXPECT_TRUE(finds(finding_id::value_color, replaced(text, "preallocated-temp", "maybe-live-out")));
    // The list of reused values names all of them.
    EXPECT_TRUE(
        finds(finding_id::value_color,
              std::string(text) +
                  " reused by buffers of a different color:\n  value: <11 all-gather-start{0} @0> (color=0)\n"));
}

namespace {

// The value of a collective on GPU that is live from a row on, with the values and live ranges of jaxlib 0.12.
std::vector<finding> asynchronous(std::string_view start)
{
    const std::string values = R"(
Total bytes used: 1024 (1.0KiB)

Used values:
<0 gather @0>
 positions:
  gather
  all-gather-start {1}
  all-gather-done
 uses:
  all-gather-done, operand 0 {1}
 from instruction: %gather = f32[256]{0} all-gather(%part), channel_id=1, replica_groups={{0,1}}, dimensions={0}, use_global_device_ids=true
<1 p @0>
 positions:
  p
  all-gather-start {0,0}
  part
 uses:
  all-gather-start, operand 0
  all-gather-done, operand 0 {0,0}
  gather, operand 0
 from instruction: %p = f32[128]{0} parameter(0)
<2 all-gather-start{} @0>
 positions:
  all-gather-start {}
 uses:
  all-gather-done, operand 0 {}
 from instruction: %all-gather-start = ((f32[128]{0}), f32[256]{0}) all-gather-start(%p), channel_id=1, replica_groups={{0,1}}, dimensions={0}, use_global_device_ids=true
<3 all-gather-start{0} @0>
 positions:
  all-gather-start {0}
 uses:
  all-gather-done, operand 0 {0}
 from instruction: %all-gather-start = ((f32[128]{0}), f32[256]{0}) all-gather-start(%p), channel_id=1, replica_groups={{0,1}}, dimensions={0}, use_global_device_ids=true
)";
    const std::string ranges = R"(HloLiveRange (max 5):
  InstructionSequence:
    0:p
    1:part
    2:gather
    3:all-gather-start
    4:all-gather-done
  BufferLiveRange:
    gather{}:)" + std::string(start) +
                               R"(-5
    p{}:0-5
    all-gather-start{}:3-4
    all-gather-start{0}:3-4
  Live ranges at 3 (peak):
    gather{}: 1024 bytes (cumulative: 1024 bytes)
    p{}: 512 bytes (cumulative: 1536 bytes)
    all-gather-start{}: 16 bytes (cumulative: 1552 bytes)
    all-gather-start{0}: 8 bytes (cumulative: 1560 bytes)
  Stack trace breakdown for peak usage: 1 560 bytes
    main (100.0%, total: 1 560 bytes, current: 0 bytes, remaining: 1 560 bytes)
      ├── gather (65.6%, total: 1 024 bytes, current: 1 024 bytes, remaining: 536 bytes)
      ├── p (32.8%, total: 512 bytes, current: 512 bytes, remaining: 24 bytes)
      ├── all-gather-start{} (1.0%, total: 16 bytes, current: 16 bytes, remaining: 8 bytes)
      └── all-gather-start{0} (0.5%, total: 8 bytes, current: 8 bytes, remaining: 0 bytes)
)";
    const auto one = accepted(values);
    const auto other = accepted(ranges);
    const document* const module[] = {&one, &other};
    return check(std::span(module));
}

bool starts_wrongly(std::string_view start) { return fires(asynchronous(start), finding_id::range_start); }

} // namespace

TEST(Check, AValueInsideAnAsynchronousComputationMayStartWithIt)
{
    EXPECT_FALSE(starts_wrongly("2"));
    EXPECT_FALSE(starts_wrongly("3"));
    EXPECT_TRUE(starts_wrongly("4"));
}

TEST(Check, ABranchMayTakeOverTheEndOfAnotherOne)
{
    const auto text = golden_dump("../semantic/branches.txt");
    EXPECT_FALSE(finds(finding_id::range_end, text));
    EXPECT_TRUE(finds(finding_id::range_end, replaced(text, "negate.11{}:7-11", "negate.11{}:7-10")));
}

TEST(Check, WhatReplacesAnotherInstructionKeepsItsSchedulingName)
{
    const auto gpu = "module_0001.jit_f.sm_9.0a_gpu_after_optimizations-buffer-assignment-values.txt";
    const auto line = [](std::string_view name, std::string_view instruction, std::string_view kept) {
        return "\nTotal bytes used: 32 (32B)\n\nUsed values:\n<0 " + std::string(name) + " @0>\n positions:\n  " +
               std::string(name) + "\n uses:\n  (none)\n from instruction: %" + std::string(name) + " = f32[8]{0} " +
               std::string(instruction) + ", metadata={scheduling_name=\"" + std::string(kept) + "\"}\n";
    };
    const std::string_view reduce =
        "all-reduce(%a), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=%sum";
    EXPECT_FALSE(finds(finding_id::scheduling_name, line("cosine.remat3", "cosine(%a)", "cosine"), gpu));
    EXPECT_TRUE(finds(finding_id::scheduling_name, line("cosine.remat3", "cosine(%a)", "cosine.1"), gpu));
    EXPECT_FALSE(finds(finding_id::scheduling_name, line("psum.7.2", reduce, "all-reduce-start.1"), gpu));
    EXPECT_TRUE(finds(finding_id::scheduling_name, line("psum.7.2", reduce, "psum.7.1"), gpu));
    EXPECT_FALSE(finds(finding_id::scheduling_name, line("copy.5", "copy(%a)", "remat2.135.0"), gpu));
    // On CPU there are no such names.
    EXPECT_TRUE(finds(finding_id::scheduling_name, line("copy.5", "copy(%a)", "remat2.135.0"),
                      "module_0001.jit_f.cpu_after_optimizations-buffer-assignment-values.txt"));
}

TEST(Check, AColorMayHaveSeveralHeaps)
{
    const std::string_view text = R"(BufferAssignment:
allocation 0: size 64, page 0, preallocated-temp:
 value: <1 b @0> (size=64,offset=0): f32[16]{0}
allocation 1: size 64, page 0, preallocated-temp:
 value: <2 c @0> (size=64,offset=0): f32[16]{0}
)";
    EXPECT_FALSE(finds(finding_id::temporary_twice, text));
}

namespace {

// A fusion on TPU with two results in the same bytes, which are live until the given steps.
std::string two_results(std::string_view end_of_first, std::string_view tile)
{
    const auto shape = "f32[128]{0" + std::string(tile) + "}";
    const std::string made = "%f = (" + shape + ", " + shape + ") fusion(%p), kind=kLoop, calls=%g\n";
    return "BufferAssignment:\nallocation 0: size 512, parameter 0, shape |f32[128]| at ShapeIndex {}:\n value: <0 p "
           "@0> (size=512,offset=0): " +
           shape +
           "\nallocation 1: size 512, output shape is |f32[128]|, maybe-live-out:\n value: <4 n @0> "
           "(size=512,offset=0): " +
           shape + "\nallocation 2: size 16896, preallocated-temp:\n value: <1 f{} @0> (size=512,offset=16384): (" +
           shape + ", " + shape + ")\n value: <2 f{0} @0> (size=512,offset=0): " + shape +
           "\n value: <3 f{1} @0> (size=512,offset=0): " + shape +
           "\n\nTotal bytes used: 17920 (17.5KiB)\n\nUsed values:\n<0 p @0>\n positions:\n  p\n uses:\n  f, operand "
           "0\n from instruction: %p = " +
           shape +
           " parameter(0)\n<1 f{} @0>\n positions:\n  f {}\n uses:\n  e, operand 0 {}\n from instruction: " + made +
           "<2 f{0} @0>\n positions:\n  f {0}\n uses:\n from instruction: " + made +
           "<3 f{1} @0>\n positions:\n  f {1}\n  e\n uses:\n  n, operand 0\n from instruction: " + made +
           "<4 n @0>\n positions:\n  n\n uses:\n from instruction: %n = " + shape +
           " negate(%e)\n\n\nHloLiveRange (max 4):\n  InstructionSequence:\n    0:p\n    1:f\n    2:e\n    3:n\n  "
           "BufferLiveRange:\n    p{}:0-4\n    f{}:1-2\n    f{0}:1-" +
           std::string(end_of_first) +
           "\n    f{1}:1-3\n    n{}:3-4\n  Live ranges at 3 (peak):\n    p{}: 512 bytes (cumulative: 512 bytes)\n";
}

} // namespace

TEST(Check, AResultThatIsNeverReadMayShareBytesOnTpu)
{
    EXPECT_FALSE(finds(finding_id::shared_bytes, two_results("1", ":T(128)")));
    EXPECT_TRUE(finds(finding_id::shared_bytes, two_results("2", ":T(128)")));
    EXPECT_TRUE(finds(finding_id::shared_bytes, two_results("1", "")));
}

namespace {

// An operand that is not printed: a bitcast of the parameter to this number of elements.
std::string read_through_a_bitcast(int elements, std::string_view tile)
{
    const auto shape = "f32[128]{0" + std::string(tile) + "}";
    const auto part = "f32[" + std::to_string(elements) + "]{0" + std::string(tile) + "}";
    return "BufferAssignment:\n"
           "allocation 0: size 512, parameter 0, shape |f32[128]| at ShapeIndex {}:\n"
           " value: <0 p @0> (size=512,offset=0): " +
           shape +
           "\n"
           "allocation 1: size 512, preallocated-temp:\n"
           " value: <1 n @0> (size=512,offset=0): " +
           part +
           "\n"
           "\nTotal bytes used: 1024 (1.0KiB)\n\nUsed values:\n"
           "<0 p @0>\n positions:\n  p\n  b\n uses:\n  b, operand 0\n  n, operand 0\n"
           " from instruction: %p = " +
           shape +
           " parameter(0)\n"
           "<1 n @0>\n positions:\n  n\n uses:\n"
           " from instruction: %n = " +
           part + " negate(" + part +
           " %b)\n"
           "\n\nHloLiveRange (max 3):\n  InstructionSequence:\n    0:p\n    1:b\n    2:n\n"
           "  BufferLiveRange:\n    p{}:0-3\n    n{}:2-2\n"
           "  Live ranges at 2 (peak):\n    p: 512 bytes\n    n: " +
           std::to_string(4 * elements) + " bytes\n";
}

} // namespace

TEST(Check, ABitcastMayShrinkOnTpu)
{
    EXPECT_FALSE(finds(finding_id::value_shape, read_through_a_bitcast(127, ":T(128)")));
    EXPECT_TRUE(finds(finding_id::value_shape, read_through_a_bitcast(129, ":T(128)")));
    EXPECT_TRUE(finds(finding_id::value_shape, read_through_a_bitcast(127, "")));
}

TEST(Check, WhatTakesAnElementUsesAValue)
{
    auto dump = golden_dump("d17.txt");
    const std::string_view short_name = "gte.";
    for (auto at = dump.find(short_name); at != std::string::npos; at = dump.find(short_name, at + 1))
        dump.replace(at, short_name.size(), "get-tuple-element.");
    EXPECT_FALSE(finds(finding_id::missing_use, dump));
    EXPECT_TRUE(finds(finding_id::missing_use, replaced(dump, "  get-tuple-element.1, operand 0 {}\n", "")));
}

} // namespace ballast::tests
