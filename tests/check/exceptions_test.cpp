// Rare exceptions of XLA that rules must allow: each exception, and what the rule still reports.
#include "ballast/check.hpp"
#include "tests/check/cases.hpp"
#include "tests/support/support.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace ballast::tests {

namespace {

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
std::vector<finding> asynchronous(std::string_view start, std::string_view position = "  all-gather-start {1}\n")
{
    const std::string allocations = R"(BufferAssignment:
allocation 0: size 1024, page 0, output shape is |f32[256]|, maybe-live-out:
 value: <0 gather @0> (size=1024,offset=0): f32[256]{0}
allocation 1: size 512, page 0, parameter 0, shape |f32[128]| at ShapeIndex {}:
 value: <1 p @0> (size=512,offset=0): f32[128]{0}
allocation 2: size 264, page 0, preallocated-temp:
 value: <2 all-gather-start{} @0> (size=16,offset=0): ((f32[128]{0}), f32[256]{0})
 value: <3 all-gather-start{0} @0> (size=8,offset=256): (f32[128]{0})
)";
    const std::string values = R"(
Total bytes used: 1800 (1.8KiB)

Used values:
<0 gather @0>
 positions:
  gather
)" + std::string(position) +
                               R"(  all-gather-done
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
    const document texts[] = {accepted(allocations), accepted(values), accepted(ranges)};
    const document* const module[] = {&texts[0], &texts[1], &texts[2]};
    return check(std::span(module));
}

bool starts_wrongly(std::string_view start) { return fires(asynchronous(start), finding_id::range_start); }

} // namespace

TEST(Check, AValueInsideAnAsynchronousComputationMayStartWithIt)
{
    EXPECT_FALSE(starts_wrongly("2"));
    EXPECT_FALSE(starts_wrongly("3"));
    EXPECT_TRUE(starts_wrongly("4"));
    // Only the end of the computation passes on an update in place.
    EXPECT_FALSE(fires(asynchronous("3", ""), finding_id::range_start));
}

namespace {

// A value of a small dump: `gather{0}`, its shape, its bytes, and lists with ` | ` between.
struct small_value {
    std::string_view name;
    std::string_view shape;
    std::string_view place; // `size=32,offset=0`
    std::string_view positions;
    std::string_view uses;
    std::string_view instruction;
    std::string_view range;
};
struct small_allocation {
    std::string_view head;
    std::vector<small_value> values;
};

std::vector<std::string> split(std::string_view list)
{
    std::vector<std::string> result;
    while (!list.empty()) {
        const auto end = list.find(" | ");
        result.emplace_back(list.substr(0, end));
        list.remove_prefix(end == std::string_view::npos ? list.size() : end + 3);
    }
    return result;
}

// The text of D15, with allocations numbered and values identified in their order.
std::string text_with(const std::vector<small_allocation>& allocations, std::string_view sequence)
{
    std::string text = "BufferAssignment:\n";
    std::string entries;
    std::string ranges;
    int id = 0;
    int number = 0;
    for (const auto& [head, values] : allocations) {
        text += "allocation " + std::to_string(number++) + ": " + std::string(head) + ":\n";
        const auto color_at = head.find("color ");
        const auto color = color_at == std::string_view::npos ? "0" : std::string(head.substr(color_at + 6, 1));
        for (const auto& v : values) {
            const auto name = "<" + std::to_string(id++) + " " + std::string(v.name) + " @" + color + ">";
            text += " value: " + name + " (" + std::string(v.place) + "): " + std::string(v.shape) + "\n";
            entries += name + "\n positions:\n";
            for (const auto& p : split(v.positions)) entries += "  " + p + "\n";
            entries += " uses:\n";
            for (const auto& u : split(v.uses)) entries += "  " + u + "\n";
            entries += " from instruction: %" + std::string(v.instruction) + "\n";
            const auto table = v.name.find('{') == std::string_view::npos ? "{}" : "";
            if (!v.range.empty()) ranges += "    " + std::string(v.name) + table + ":" + std::string(v.range) + "\n";
        }
    }
    std::string steps;
    int count = 0;
    for (const auto& s : split(sequence)) steps += "    " + std::to_string(count++) + ":" + s + "\n";
    return text + "\nTotal bytes used: 0 (0B)\n\nUsed values:\n" + entries + "\n\nHloLiveRange (max " +
           std::to_string(count) + "):\n  InstructionSequence:\n" + steps + "  BufferLiveRange:\n" + ranges +
           "  Live ranges at 0 (peak):\n" + (ranges.empty() ? "" : ranges.substr(0, ranges.find(':')) + ": 4 bytes\n");
}

// An all-gather of two arrays as an asynchronous computation, whose table is live until a step.
std::string gathered(std::string_view end_of_table)
{
    const std::string_view gather =
        "gather = (f32[16]{0}, f32[8]{0}) all-gather(%x, %y), channel_id=1, replica_groups={{0,1}}, dimensions={0}";
    const std::string_view start =
        "all-gather-start = ((f32[8]{0}, f32[4]{0}), (f32[16]{0}, f32[8]{0})) all-gather-start(%a, %b), channel_id=1, "
        "replica_groups={{0,1}}, dimensions={0}";
    const std::string_view done = "all-gather-done = (f32[16]{0}, f32[8]{0}) all-gather-done(%all-gather-start)";
    const std::string_view pair = "(f32[16]{0}, f32[8]{0})";
    return text_with(
        {{"size 32, parameter 0, shape |f32[8]| at ShapeIndex {}",
          {{"a", "f32[8]{0}", "size=32,offset=0", "a | all-gather-start {0,0} | x",
            "all-gather-start, operand 0 | all-gather-done, operand 0 {0,0} | gather, operand 0",
            "a = f32[8]{0} parameter(0)", "0-8"}}},
         {"size 16, parameter 1, shape |f32[4]| at ShapeIndex {}",
          {{"b", "f32[4]{0}", "size=16,offset=0", "b | all-gather-start {0,1} | y",
            "all-gather-start, operand 1 | all-gather-done, operand 0 {0,1} | gather, operand 1",
            "b = f32[4]{0} parameter(1)", "0-8"}}},
         {"size 64, output shape is |f32[16]|, maybe-live-out",
          {{"n", "f32[16]{0}", "size=64,offset=0", "n", "", "n = f32[16]{0} negate(%gte)", "7-8"}}},
         {"size 1824, preallocated-temp",
          {{"gather{}", pair, "size=16,offset=0", "gather {}", "", gather, end_of_table},
           {"gather{0}", "f32[16]{0}", "size=64,offset=256",
            "gather {0} | all-gather-start {1,0} | all-gather-done {0} | gte",
            "all-gather-done, operand 0 {1,0} | n, operand 0", gather, "4-7"},
           {"gather{1}", "f32[8]{0}", "size=32,offset=512", "gather {1} | all-gather-start {1,1} | all-gather-done {1}",
            "all-gather-done, operand 0 {1,1}", gather, "4-6"},
           {"all-gather-start{}", "((f32[8]{0}, f32[4]{0}), (f32[16]{0}, f32[8]{0}))", "size=16,offset=768",
            "all-gather-start {}", "all-gather-done, operand 0 {}", start, "5-6"},
           {"all-gather-start{0}", "(f32[8]{0}, f32[4]{0})", "size=16,offset=1024", "all-gather-start {0}",
            "all-gather-done, operand 0 {0}", start, "5-6"},
           {"all-gather-start{1}", pair, "size=16,offset=1280", "all-gather-start {1}",
            "all-gather-done, operand 0 {1}", start, "5-6"},
           {"all-gather-done{}", pair, "size=16,offset=1536", "all-gather-done {}", "gte, operand 0 {}", done,
            "6-7"}}}},
        "a | b | x | y | gather | all-gather-start | all-gather-done | n");
}

} // namespace

TEST(Check, AValueInsideAnAsynchronousComputationIsLiveUntilItIsWaitedFor)
{
    EXPECT_FALSE(finds(finding_id::range_end, gathered("4-4")));
    EXPECT_FALSE(finds(finding_id::range_end, gathered("4-6")));
    EXPECT_TRUE(finds(finding_id::range_end, gathered("4-7")));
}

TEST(Check, AValueInsideAnAsynchronousComputationMayStartWithTheComputationOfItsCaller)
{
    EXPECT_FALSE(starts_wrongly("0"));
    EXPECT_TRUE(starts_wrongly("1"));
}

namespace {

// Three values in the same bytes: `b` and `c` take over the buffer of `a`, which `d` still reads.
std::string taken_over(std::string_view end_of_a, std::string_view end_of_b, std::string_view end_of_c)
{
    return text_with(
        {{"size 32, parameter 0, shape |f32[8]| at ShapeIndex {}",
          {{"p", "f32[8]{0}", "size=32,offset=0", "p", "a, operand 0", "p = f32[8]{0} parameter(0)", "0-6"}}},
         {"size 32, output shape is |f32[8]|, maybe-live-out",
          {{"e", "f32[8]{0}", "size=32,offset=0", "e", "", "e = f32[8]{0} negate(%d)", "5-6"}}},
         {"size 288, preallocated-temp",
          {{"a", "f32[8]{0}", "size=32,offset=0", "a", "b, operand 0 | d, operand 0", "a = f32[8]{0} negate(%p)",
            end_of_a},
           {"b", "f32[8]{0}", "size=32,offset=0", "b", "c, operand 0",
            "b = f32[8]{0} fusion(%a), kind=kCustom, calls=%f", end_of_b},
           {"c", "f32[8]{0}", "size=32,offset=0", "c", "", "c = f32[8]{0} fusion(%b), kind=kCustom, calls=%g",
            end_of_c},
           {"d", "f32[8]{0}", "size=32,offset=256", "d", "e, operand 0", "d = f32[8]{0} negate(%a)", "4-5"}}}},
        "p | a | b | c | d | e");
}

} // namespace

TEST(Check, AValueInheritsTheEndOfTheOneThatItReplaces)
{
    EXPECT_FALSE(finds(finding_id::range_end, taken_over("1-2", "2-3", "3-4")));
    EXPECT_TRUE(finds(finding_id::range_end, taken_over("1-2", "2-3", "3-5")));
    EXPECT_TRUE(finds(finding_id::range_end, taken_over("1-4", "2-3", "3-4")));
}

namespace {

// A collective of two arrays, whose second operand has a second position.
std::string permuted(std::string_view opcode, std::string_view position)
{
    const std::string start = "start = ((f32[8]{0}, s32[4]{0}), (f32[8]{0}, s32[4]{0})) " + std::string(opcode) +
                              "(%a, %b), channel_id=1" +
                              (opcode == "all-gather-start" ? ", replica_groups={{0,1}}, dimensions={0}"
                                                            : ", source_target_pairs={{0,1},{1,0}}");
    const auto value = [](std::string_view name, std::string_view positions, std::string_view instruction) {
        std::string text = "<" + std::string(name) + " @0>\n positions:\n";
        for (const auto& p : split(positions)) text += "  " + p + "\n";
        return text + " uses:\n from instruction: %" + std::string(instruction) + "\n";
    };
    return "\nTotal bytes used: 32 (32B)\n\nUsed values:\n" +
           value("0 a", "a | start {0,0}", "a = f32[8]{0} parameter(0)") +
           value("1 b", "b | " + std::string(position), "b = s32[4]{0} parameter(1)") +
           value("2 start{}", "start {}", start) + value("3 start{1}", "start {1}", start) +
           value("4 start{1,0}", "start {1,0}", start) + value("5 start{1,1}", "start {1,1}", start);
}

} // namespace

TEST(Check, ACollectivePermuteOfSeveralArraysHasNoTableOfItsOperands)
{
    EXPECT_FALSE(finds(finding_id::missing_part, permuted("collective-permute-start", "start {0,1}")));
    EXPECT_TRUE(finds(finding_id::missing_part, permuted("collective-permute-start", "c")));
    EXPECT_TRUE(finds(finding_id::missing_part, permuted("all-gather-start", "start {0,1}")));
}

TEST(Check, AThreadLocalValueMayBeComputedInPlaceOrInALoop)
{
    const auto finds_several = [](std::string_view uses, std::string_view positions) {
        const auto text =
            text_with({{"size 32, thread-local",
                        {{"a", "f32[8]{0}", "size=32,offset=0", "a", uses, "a = f32[8]{0} parameter(0)", ""},
                         {"f", "f32[8]{0}", "size=32,offset=0", positions, "",
                          "f = f32[8]{0} fusion(%b), kind=kCustom, calls=%g", ""}}}},
                      "p");
        return finds(finding_id::several_values, text);
    };
    EXPECT_FALSE(finds_several("f, operand 0", "f"));
    EXPECT_FALSE(finds_several("while, operand 0", "f | while"));
    EXPECT_TRUE(finds_several("g, operand 0", "f"));
}

TEST(Check, ContextsOfCallsToASparseCoreMayShareBytes)
{
    const auto text = [](std::string_view index, std::string_view tile) {
        const auto shape = "s32[128]{0" + std::string(tile) + "}";
        const auto type = "((), (" + shape + ", " + shape + "), (" + shape + ", " + shape + "))";
        const auto value = [&](std::string_view name) { return std::string(name) + "{" + std::string(index) + "}"; };
        const auto place = [&](std::string_view name) { return std::string(name) + " {" + std::string(index) + "}"; };
        const auto made = [&](std::string_view name) {
            return std::string(name) + " = " + type + " custom-call-start(), custom_call_target=\"f\"";
        };
        const auto one = value("one"), two = value("two"), at_one = place("one"), at_two = place("two");
        const auto made_one = made("one"), made_two = made("two");
        return text_with({{"size 512, preallocated-temp",
                           {{one, shape, "size=512,offset=0", at_one, "n, operand 0", made_one, "0-2"},
                            {two, shape, "size=512,offset=0", at_two, "m, operand 0", made_two, "1-3"}}}},
                         "one | two | n | m");
    };
    EXPECT_FALSE(finds(finding_id::shared_bytes, text("2,0", ":T(128)")));
    EXPECT_TRUE(finds(finding_id::shared_bytes, text("1,0", ":T(128)")));
    EXPECT_TRUE(finds(finding_id::shared_bytes, text("2,0", "")));
}

namespace {

// A conditional that takes and may return `a`, while a branch computes `b` in the same bytes, and `d` after it.
std::string branches(std::string_view color, bool read_by_d)
{
    const std::string_view shape = "f32[128]{0:T(128)}";
    const auto head = "size 1024, " + std::string(color) + "preallocated-temp";
    const auto uses = std::string("c, operand 0 | conditional.1, operand 1 | conditional.1, operand 2 | n, operand 0") +
                      (read_by_d ? " | d, operand 1" : "");
    return text_with(
        {{"size 512, parameter 0, shape |f32[128]| at ShapeIndex {}",
          {{"p", shape, "size=512,offset=0", "p", "a, operand 0 | s, operand 0", "p = f32[128]{0:T(128)} parameter(0)",
            "0-10"}}},
         {head,
          {{"a", shape, "size=512,offset=0", "a | t | u | conditional.1", uses, "a = f32[128]{0:T(128)} negate(%p)",
            "1-9"},
           {"c", shape, "size=512,offset=512", "c", "b, operand 0", "c = f32[128]{0:T(128)} negate(%u)", "5-6"},
           {"b", shape, "size=512,offset=0", "b", "d, operand 0", "b = f32[128]{0:T(128)} negate(%c)", "6-7"}}}},
        "p | a | s | t | u | c | b | d | conditional.1 | n");
}

} // namespace

TEST(Check, ABranchMayUseTheBytesOfAValueThatItDoesNotReadOnTpu)
{
    EXPECT_FALSE(finds(finding_id::shared_bytes, branches("color 1, ", false)));
    EXPECT_TRUE(finds(finding_id::shared_bytes, branches("color 1, ", true)));
    EXPECT_TRUE(finds(finding_id::shared_bytes, branches("", false)));
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
    // The instruction that was replaced is gone.
    EXPECT_FALSE(finds(finding_id::scheduling_name, line("psum.7.2", reduce, "psum.7.1"), gpu));
    EXPECT_TRUE(finds(finding_id::scheduling_name, line("tanh.2", "tanh(%a)", "tanh.1"), gpu));
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

namespace {

// A module in which `start.1` calls a computation, whose parameter is called `get-tuple-element.5`.
constexpr std::string_view outlined = R"(BufferAssignment:
allocation 0: size 32, output shape is |f32[8]|, maybe-live-out:
 value: <2 out @0> (size=32,offset=0): f32[8]{0}
allocation 1: size 32, parameter 0, shape |f32[8]| at ShapeIndex {}:
 value: <0 x @0> (size=32,offset=0): f32[8]{0}
allocation 2: size 32, preallocated-temp:
 value: <1 n @0> (size=32,offset=0): f32[8]{0}

Total bytes used: 96 (96B)

Used values:
<0 x @0>
 positions:
  x
  get-tuple-element.5
 uses:
  n, operand 0
  start.1, operand 0
 from instruction: %x = f32[8]{0} parameter(0)
<1 n @0>
 positions:
  n
  start.1
 uses:
  out, operand 0
 from instruction: %n = f32[8]{0} negate(%get-tuple-element.5)
<2 out @0>
 positions:
  out
 uses:
 from instruction: %out = f32[8]{0} tanh(%start.1)


HloLiveRange (max 5):
  InstructionSequence:
    0:x
    1:get-tuple-element.5
    2:n
    3:start.1
    4:out
  BufferLiveRange:
    x{}:0-5
    n{}:2-4
    out{}:4-5
  Live ranges at 4 (peak):
    x{}: 32 bytes
    n{}: 32 bytes
    out{}: 32 bytes
)";

std::string with_names(std::string_view parameter, std::string_view call)
{
    std::string result(outlined);
    for (const auto& [from, to] : {std::pair(std::string_view("get-tuple-element.5"), parameter), {"start.1", call}})
        for (auto at = result.find(from); at != std::string::npos; at = result.find(from, at + to.size()))
            result.replace(at, from.size(), to);
    return result;
}

} // namespace

// People and frameworks choose the names of instructions.
TEST(Check, ANameProvesNoOpcode)
{
    for (const std::string_view parameter : {"get-tuple-element.5", "bitcast.1", "call", "a"})
        for (const std::string_view call : {"start.1", "call.7", "while.2", "bitcast.3", "get-tuple-element.8"}) {
            const auto found = check(accepted(with_names(parameter, call)));
            EXPECT_TRUE(found.empty()) << parameter << ' ' << call << ": " << found.front().message.text();
        }
    EXPECT_TRUE(finds(finding_id::range_end, replaced(outlined, "out{}:4-5", "out{}:4-4")));
}

// Each core has a piece of an array that is split between them.
TEST(Check, ASplitArrayTakesTheBytesOfOnePiece)
{
    const auto split = [](std::string_view bytes, std::string_view shape) {
        return "BufferAssignment:\nallocation 0: size " + std::string(bytes) +
               ", color 1, preallocated-temp:\n value: <0 a @1> (size=" + std::string(bytes) +
               ",offset=0): " + std::string(shape) + "\n";
    };
    EXPECT_FALSE(finds(finding_id::value_bytes, split("524288", "f32[512,512]{1,0:T(8,128)S(1)SC(0:256)}")));
    EXPECT_TRUE(finds(finding_id::value_bytes, split("1048576", "f32[512,512]{1,0:T(8,128)S(1)SC(0:256)}")));
    EXPECT_FALSE(finds(finding_id::value_bytes, split("524288", "f32[512,512]{1,0:T(8,128)S(1)SC(1:256)}")));
    EXPECT_FALSE(finds(finding_id::value_bytes, split("262144", "f32[512,512]{1,0:T(8,128)S(1)SC(0:128,256,384)}")));
    EXPECT_TRUE(finds(finding_id::value_bytes, split("524288", "f32[512,512]{1,0:T(8,128)S(1)}")));
    // No text shows what pieces of different sizes take.
    EXPECT_FALSE(finds(finding_id::value_bytes, split("1048576", "f32[512,512]{1,0:T(8,128)S(1)SC(0:384)}")));
    EXPECT_FALSE(finds(finding_id::value_bytes, split("1048576", "f32[512,512]{1,0:T(8,128)S(1)SC(0:128,384)}")));
}

TEST(Check, TheNameOfAFileMayLackOrRespellThatOfTheModule)
{
    const auto text = golden_dump(std::string(module_text));
    const auto of = [&](std::string_view module, std::string_view file) {
        return finds(finding_id::module_name,
                     replaced(text, "HloModule jit_step,", "HloModule " + std::string(module) + ","), file);
    };
    EXPECT_FALSE(of("jit_step", "module_0004.jit_step.cpu_after_optimizations.txt"));
    EXPECT_TRUE(of("jit_step", "module_0004.jit_stop.cpu_after_optimizations.txt"));
    EXPECT_TRUE(of("jit_step", "module_0004.jit_step.2.cpu_after_optimizations-buffer-assignment.txt"));
    EXPECT_TRUE(of("jit_step", "1594872631123456.module_0004.jit_stop.sm_9.0a_gpu_after_optimizations.txt.gz"));
    EXPECT_FALSE(of("jit_step", "module_0004.cpu_after_optimizations.txt"));
    EXPECT_FALSE(of("jit_step", "module_0004.sm_9.0a_gpu_after_optimizations.txt"));
    EXPECT_FALSE(of("jit_step", "module_0004.after_optimizations.txt"));
    EXPECT_FALSE(of("jit_step", "renamed.txt"));
    EXPECT_FALSE(of("jit/s[ep", "module_0004.jit_s_ep.cpu_after_optimizations.txt"));
    EXPECT_TRUE(of("jit.s.ep", "module_0004.jit_s_ep.cpu_after_optimizations.txt"));
}

} // namespace ballast::tests
