// What the numbers and names of a dump contradict: every rule fires where it should, and is silent on what is sound.
#include "ballast/check.hpp"
#include "tests/check/cases.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <set>

namespace ballast::tests {

namespace {

std::vector<finding> found_in(std::string_view text, std::string_view file_name = {})
{
    const auto read = accepted(text);
    return check(read, {.file_name = file_name});
}

std::string shown(const std::vector<finding>& found, std::string_view text)
{
    std::string result;
    line_table lines(text);
    const auto place = [&](std::int64_t offset) {
        const auto at = lines.place_of(offset);
        return std::to_string(at.line) + ":" + std::to_string(at.column) + ": ";
    };
    for (const auto& f : found) {
        result += "  " + place(f.begin) + std::string(name_of(f.severity)) + ": " + f.message() + " [" +
                  std::string(info(f.id).name) + "]\n";
        for (const auto& r : f.related) result += "    " + place(r.begin) + r.said.text() + "\n";
    }
    return result;
}

} // namespace

TEST(Check, TellsWhatIsWrong)
{
    for (const auto& one : broken_dumps) {
        const auto [all, found] = judged(one, changed(one));
        EXPECT_TRUE(fires(found, one.rule)) << info(one.rule).name << "\n" << shown(found, all);
        // The same text without the change is sound.
        for (const auto& f : judged(one, golden_dump(std::string(one.dump)), false).found)
            EXPECT_EQ(f.id, finding_id::peak_audit) << one.dump << ": " << f.message();
    }
}

TEST(Check, EveryRuleFiresInACase)
{
    std::set<finding_id> fired;
    for (const auto& one : broken_dumps) fired.insert(one.rule);
    for (const auto& row : all_findings())
        if (row.phase == phase::meaning) {
            EXPECT_TRUE(fired.contains(row.id)) << row.name << " has no case";
        }
}

// tests/golden/meaning/findings.txt holds what is said of each case; BALLAST_UPDATE_GOLDEN=1 rewrites it.
TEST(Check, SaysWhatTheGoldenFileHolds)
{
    std::string all;
    for (const auto& one : broken_dumps) {
        const auto [text, found] = judged(one, changed(one));
        all += std::string(info(one.rule).name) + " (" + std::string(one.dump) + ")\n" + shown(found, text);
    }
    const auto path = golden() / "meaning" / "findings.txt";
    if (std::getenv("BALLAST_UPDATE_GOLDEN")) {
        fs::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << all;
    }
    EXPECT_EQ(read_file(path), all);
}

TEST(Check, PointsIntoTheText)
{
    for (const auto& one : broken_dumps) {
        const auto [text, found] = judged(one, changed(one));
        const auto size = static_cast<std::int64_t>(text.size());
        for (const auto& f : found) {
            EXPECT_TRUE(0 <= f.begin && f.begin <= f.end && f.end <= size) << info(f.id).name;
            for (const auto& r : f.related)
                EXPECT_TRUE(0 <= r.begin && r.begin <= r.end && r.end <= size) << info(f.id).name;
        }
    }
}

TEST(Check, PutsOneCauseIntoOneFinding)
{
    // A value's id: in its allocation it is another one, so that two sections disagree twice.
    auto text = golden_dump("d17.txt");
    const auto at = text.find("<7 bcast.2 @0> (size");
    text.replace(at + 1, 1, "77");
    const auto found = found_in(text);
    EXPECT_EQ(std::ranges::count_if(found, [](const finding& f) { return f.severity == severity::error; }), 1)
        << shown(found, text);
    EXPECT_TRUE(fires(found, finding_id::missing_entry));
}

TEST(Check, ListsAtMostAsManyAsAsked)
{
    auto text = golden_dump("d17.txt");
    for (const std::string_view from : {"allocation 4: size", "allocation 6: size", "allocation 8: size"})
        text.replace(text.find(from) + 11, 1, "0");
    const auto read = accepted(text);
    EXPECT_EQ(check(read, {.max_findings = 2}).size(), 2U);
    EXPECT_GE(check(read).size(), 3U);
}

TEST(Check, IsSilentOnGoldenDumps)
{
    for (const auto& name : golden_dumps()) {
        if (name.starts_with("unusual") || name.starts_with("levels"))
            continue; // forms, of programs that make no sense
        const auto text = golden_dump(name);
        for (const auto& f : found_in(text))
            EXPECT_EQ(f.id, finding_id::peak_audit) << name << "\n" << shown({f}, text);
    }
}

// Errors are what XLA forces: no real dump has one.
TEST(Check, FindsNoErrorInRealDumps)
{
    if (!corpus()) return;
    std::size_t seen = 0;
    for (const auto& entry : fs::recursive_directory_iterator(*corpus())) {
        const auto name = entry.path().filename().string();
        if (!name.ends_with(".txt")) continue;
        auto text = read_file(entry.path());
        // The last empty lines of these were trimmed.
        if (text.starts_with("Memory Space: ") && !text.ends_with("\n\n\n")) text += "\n\n";
        ++seen;
        for (const auto& f : found_in(text, name))
            EXPECT_NE(f.severity, severity::error) << name << "\n" << shown({f}, text);
    }
    EXPECT_GE(seen, 30U);
}

TEST(Check, ListsAsManyOfAKindAsAsked)
{
    std::string text = "BufferAssignment:\n";
    for (int i = 0; i < 150; ++i) text += "allocation 200: size 0, preallocated-temp:\n";
    const auto read = accepted(text);
    const auto told = [&](std::size_t limit) {
        return std::ranges::count(check(read, {.max_findings = limit}), finding_id::allocation_number, &finding::id);
    };
    EXPECT_EQ(told(0), 150);
    EXPECT_EQ(told(120), 120);
    EXPECT_EQ(check(read).size(), 100U);
}

// Sums of sizes that do not fit into 64 bits: nothing is said that depends on them.
TEST(Check, TakesSizesThatOverflow)
{
    const std::string most = "9223372036854775807";
    std::string lines;
    std::string entries;
    std::string sequence;
    std::string ranges;
    std::string peak;
    for (const std::string n : {"0", "1", "2"}) {
        lines += " value: <" + n + " v." + n + " @0> (size=" + most + ",offset=0): s8[" + most + "]{0}\n";
        entries += "<" + n + " v." + n + " @0>\n positions:\n  v." + n + "\n uses:\n from instruction: %v." + n +
                   " = s8[" + most + "]{0} iota(), iota_dimension=0\n";
        sequence += "    " + n + ":v." + n + "\n";
        ranges += "    v." + n + "{}:" + n + "-3\n";
        peak += "    v." + n + "{}: " + most + " bytes (cumulative: " + most + " bytes)\n";
    }
    const auto text = "BufferAssignment:\nallocation 0: size " + most + ", preallocated-temp:\n" + lines +
                      "\nTotal bytes used: " + most + " (8.00EiB)\n\nUsed values:\n" + entries +
                      "\n\nHloLiveRange (max 3):\n  InstructionSequence:\n" + sequence + "  BufferLiveRange:\n" +
                      ranges + "  Live ranges at 1 (peak):\n" + peak;
    const auto found = found_in(text);
    EXPECT_TRUE(fires(found, finding_id::shared_bytes)) << shown(found, text);
    EXPECT_FALSE(fires(found, finding_id::peak_moment)) << shown(found, text);
    EXPECT_FALSE(fires(found, finding_id::peak_audit)) << shown(found, text);
}

// A golden dump with all of the first texts replaced by the second ones.
namespace {

std::string edited(const std::string& dump, const std::vector<std::pair<std::string, std::string>>& changes)
{
    auto text = golden_dump(dump);
    for (const auto& [from, to] : changes) {
        auto at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        for (; at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
    }
    return text;
}

std::vector<std::string> messages_of(const std::string& text, finding_id rule)
{
    std::vector<std::string> result;
    for (const auto& f : found_in(text))
        if (f.id == rule) result.push_back(f.message());
    return result;
}

using messages = std::vector<std::string>;

} // namespace

TEST(Uses, ARowTwiceIsAnError)
{
    for (const auto* name : {"d2.txt", "d3.txt", "d4.txt", "d9.txt", "d10.txt", "d17.txt"})
        EXPECT_EQ(messages_of(edited(name, {{"  out.5, operand 1\n", "  out.5, operand 1\n  out.5, operand 1\n"}}),
                              finding_id::use_operand),
                  messages{"`reduce.4` is used as operand 1 of `out.5` twice"})
            << name;
}

TEST(Shapes, OfAnUnknownTypeAreNotThoseOfAKnownOne)
{
    // An operand that is not printed itself, the result, a part of a tuple.
    EXPECT_EQ(messages_of(edited("d10.txt", {{"s32[] %gte.2", "s23[] %gte.2"}}), finding_id::value_shape),
              messages{"`gte.2` has an unknown element type as operand 2 of `out.5`, `p.1{1}` there takes 4 bytes"});
    EXPECT_EQ(messages_of(edited("d9.txt", {{"(size=4,offset=0): f32[]\nallocation 10", //
                                             "(size=4,offset=0): f23[]\nallocation 10"}}),
                          finding_id::result_bytes),
              messages{"the result takes 4 bytes at {1}, `reduce.4` there has an unknown element type"});
    EXPECT_EQ(messages_of(edited("d5.txt", {{"(f32[16]{0}, s32[])", "(f23[16]{0}, s32[])"}}), finding_id::value_shape),
              messages{"the shape of `p.1{0}` differs in the tuple `p.1{}`"});
    // Where both are unknown nothing tells.
    EXPECT_TRUE(messages_of(edited("d9.txt", {{"f32[16]", "f23[16]"}}), finding_id::value_shape).empty());
}

// Before D18 each head of a parameter has the shape of all of it.
TEST(Shapes, OfOneParameterAreAlikeInAllHeads)
{
    EXPECT_EQ(messages_of(edited("d6.txt", {{"|(f32[16], s32[])| at ShapeIndex {0}", //
                                             "|(f32[16], s16[])| at ShapeIndex {0}"}}),
                          finding_id::parameter_shape),
              messages{"the shape of parameter 1 at {0} is not that of `p.1{0}`"});
}

TEST(Values, HaveRoomForTheirLargestDimensions)
{
    const auto with = [](const std::string& bound) {
        return edited("d16.txt", {{"7 bcast.2 @0> (size=512,offset=0): f32[8,16]",
                                   "7 bcast.2 @0> (size=512,offset=0): f32[<=" + bound + ",16]"},
                                  {"%bcast.2 = f32[8,16]", "%bcast.2 = f32[<=" + bound + ",16]"}});
    };
    EXPECT_TRUE(messages_of(with("8"), finding_id::value_bytes).empty());
    EXPECT_TRUE(messages_of(with("7"), finding_id::value_bytes).empty());
    EXPECT_EQ(messages_of(with("9"), finding_id::value_bytes),
              messages{"value 7 has 512 bytes, its shape `f32[<=9,16]{1,0}` takes 576"});
}

// Since 2024-06-25 an arena may get another color, and its values keep 0.
TEST(Colors, OfArenasThatAreRecoloredWereZero)
{
    const std::vector<std::pair<std::string, std::string>> recolored{{"size 512, preallocated-temp", //
                                                                      "size 512, color 4, preallocated-temp"}};
    EXPECT_TRUE(messages_of(edited("d16.txt", recolored), finding_id::value_color).empty());
    auto six = recolored;
    six.insert(six.end(), {{"bcast.2 @0> (size=512,offset=0): f32[8,16]{1,0}", //
                            "bcast.2 @6> (size=512,offset=0): f32[8,16]{1,0:S(6)}"},
                           {"bcast.2 @0>", "bcast.2 @6>"},
                           {"%bcast.2 = f32[8,16]{1,0}", "%bcast.2 = f32[8,16]{1,0:S(6)}"}});
    EXPECT_EQ(messages_of(edited("d16.txt", six), finding_id::value_color),
              messages{"`bcast.2` has color 6, its allocation 11 has color 4"});
}

TEST(StackTrace, AnUnlabelledNodeHidesNoWrongLabel)
{
    // `params['enc/']` has an empty part, which prints no line.
    const std::vector<std::pair<std::string, std::string>> unlabelled{
        {"params[\\'enc/w\\']", "params[\\'enc/\\']"},
        {"├── w{0} (", "├── {0} ("},
        {"      │       ├── w (1.4%, total: 16 bytes, current: 16 bytes, remaining: 8 bytes)\n", ""},
        {"└── w{1} (0.4%, total: 4 bytes, current: 4 bytes, remaining: 4 bytes)",
         "└── {1} (0.4%, total: 4 bytes, current: 4 bytes, remaining: 20 bytes)"},
        {"current: 4 bytes, remaining: 0 bytes)", "current: 4 bytes, remaining: 16 bytes)"}};
    EXPECT_TRUE(messages_of(edited("d17.txt", unlabelled), finding_id::trace_label).empty());
    auto wrong = unlabelled;
    wrong.emplace_back("── x (46.0%", "── y (46.0%");
    EXPECT_EQ(messages_of(edited("d17.txt", wrong), finding_id::trace_label),
              messages{"`p.0{}` is a row of the peak, but the stack trace has no node `x`"});
}

TEST(StackTrace, LabelsBeginWithABlankOnlyWhereTheTextHasIt)
{
    EXPECT_EQ(messages_of(edited("d17.txt", {{"├── params (", "├──  params ("}}), finding_id::trace_label),
              messages{"the node ` params` starts with a blank, but no label of an instruction does"});
    EXPECT_TRUE(
        messages_of(edited("d17.txt", {{"└── enc (", "└──  enc ("}, {"params[\\'enc/w\\']", "params[\\' enc/w\\']"}}),
                    finding_id::trace_label)
            .empty());
}

// The sweep over what lives at a time: an arena of many values is not looked at pair by pair.
TEST(Check, TakesAnArenaOfManyValues)
{
    constexpr int count = 60000;
    std::string lines;
    std::string entries;
    std::string sequence;
    std::string ranges;
    for (int i = 0; i < count; ++i) {
        const auto n = std::to_string(i);
        lines += " value: <" + n + " v." + n + " @0> (size=64,offset=" + std::to_string(64 * i) + "): f32[16]{0}\n";
        entries += "<" + n + " v." + n + " @0>\n positions:\n  v." + n + "\n uses:\n from instruction: %v." + n +
                   " = f32[16]{0} iota(), iota_dimension=0\n";
        sequence += "    " + n + ":v." + n + "\n";
        ranges += "    v." + n + "{}:" + n + "-" + n + "\n";
    }
    const auto size = std::to_string(64 * count);
    const auto text = "BufferAssignment:\nallocation 0: size " + size + ", preallocated-temp:\n" + lines +
                      "\nTotal bytes used: " + size + " (3.66MiB)\n\nUsed values:\n" + entries +
                      "\n\nHloLiveRange (max " + std::to_string(count) + "):\n  InstructionSequence:\n" + sequence +
                      "  BufferLiveRange:\n" + ranges +
                      "  Live ranges at 1 (peak):\n    v.1{}: 64 bytes (cumulative: 64 bytes)\n";
    const auto read = accepted(text);
    const auto found = check(read);
    EXPECT_LE(found.size(), 100U);
}

// What XLA does only now and then, so that rules have to allow it: each exception, and what the rule still finds.

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
    // As if the root were a bitcast of the value, so that their shapes need not agree.
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
    // A block of reused values names all of them.
    EXPECT_TRUE(
        finds(finding_id::value_color,
              std::string(text) +
                  " reused by buffers of a different color:\n  value: <11 all-gather-start{0} @0> (color=0)\n"));
}

namespace {

// The value of a collective on GPU that lives from a row on: as the values and the live range of jaxlib 0.12.
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
    const auto text = golden_dump("../meaning/branches.txt");
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

// A fusion on TPU with two results at the same bytes, which live until there.
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

// An operand that is not printed, a bitcast of the parameter to so many elements.
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
