// Contradictions between the numbers and names of a dump: every rule fires where it should, and is silent on sound
// dumps.
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

// The files beside the text come first; their places have the number of the file.
std::string shown(const std::vector<finding>& found, const std::vector<std::string>& texts)
{
    std::string result;
    std::vector<line_table> lines(texts.begin(), texts.end());
    const auto place = [&](const auto& where) {
        const auto at = lines[where.file].place_of(where.begin);
        const auto file =
            where.file + 1 < texts.size() ? "file " + std::to_string(where.file + 1) + ", " : std::string();
        return file + std::to_string(at.line) + ":" + std::to_string(at.column) + ": ";
    };
    for (const auto& f : found) {
        result += "  " + place(f) + std::string(name_of(f.severity)) + ": " + f.message.text() + " [" +
                  std::string(info(f.id).name) + "]\n";
        for (const auto& r : f.related) result += "    " + place(r) + r.message.text() + "\n";
    }
    return result;
}

} // namespace

TEST(Check, TellsWhatIsWrong)
{
    for (const auto& one : broken_dumps) {
        const auto [texts, found, applied] = judged(one, changed(one));
        EXPECT_TRUE(fires(found, one.rule)) << info(one.rule).name << "\n" << shown(found, texts);
        // The same text without the change is sound.
        for (const auto& f : judged(one, golden_dump(std::string(one.dump)), false).found)
            EXPECT_EQ(f.id, finding_id::peak_audit) << one.dump << ": " << f.message.text();
    }
}

TEST(Check, EveryRuleFiresInACase)
{
    std::set<finding_id> fired;
    for (const auto& one : broken_dumps) fired.insert(one.rule);
    for (const auto& row : all_findings())
        if (row.phase == phase::semantic) {
            EXPECT_TRUE(fired.contains(row.id)) << row.name << " has no case";
        }
}

// A rule counts what it compares, so that its silence about a module means something.
TEST(Check, CountsWhatIsCompared)
{
    for (const auto& one : broken_dumps) {
        const auto result = judged(one, changed(one));
        EXPECT_NE(result.applied.at(static_cast<std::size_t>(one.rule)), 0U)
            << info(one.rule).name << " in " << one.dump;
    }
}

// tests/golden/semantic/findings.txt has the findings of each case; BALLAST_UPDATE_GOLDEN=1 rewrites it.
TEST(Check, SaysWhatTheGoldenFileHolds)
{
    std::string all;
    for (const auto& one : broken_dumps) {
        const auto [texts, found, applied] = judged(one, changed(one));
        all += std::string(info(one.rule).name) + " (" + std::string(one.dump) + ")\n" + shown(found, texts);
    }
    const auto path = golden() / "semantic" / "findings.txt";
    if (std::getenv("BALLAST_UPDATE_GOLDEN")) {
        fs::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << all;
    }
    EXPECT_EQ(read_file(path), all);
}

TEST(Check, PointsIntoTheText)
{
    for (const auto& one : broken_dumps) {
        const auto judged_one = judged(one, changed(one));
        const auto is_inside = [&](const auto& where) {
            return where.file < judged_one.texts.size() && 0 <= where.begin && where.begin <= where.end &&
                   where.end <= static_cast<std::int64_t>(judged_one.texts[where.file].size());
        };
        for (const auto& f : judged_one.found) {
            EXPECT_TRUE(is_inside(f)) << info(f.id).name;
            for (const auto& r : f.related) EXPECT_TRUE(is_inside(r)) << info(f.id).name;
        }
    }
}

TEST(Check, PutsOneCauseIntoOneFinding)
{
    // The id of a value differs from that in its allocation, so two sections disagree twice.
    auto text = golden_dump("d17.txt");
    const auto at = text.find("<7 bcast.2 @0> (size");
    text.replace(at + 1, 1, "77");
    const auto found = found_in(text);
    EXPECT_EQ(std::ranges::count_if(found, [](const finding& f) { return f.severity == severity::error; }), 1)
        << shown(found, {text});
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
            continue; // random trees that are only formally right
        const auto text = golden_dump(name);
        for (const auto& f : found_in(text))
            EXPECT_EQ(f.id, finding_id::peak_audit) << name << "\n" << shown({f}, {text});
    }
}

// XLA's invariants are errors: no real dump breaks one.
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
            EXPECT_NE(f.severity, severity::error) << name << "\n" << shown({f}, {text});
    }
    EXPECT_GE(seen, 30U);
}

TEST(Check, ListsAsManyOfAKindAsAsked)
{
    std::string text = "BufferAssignment:\n";
    for (int i = 0; i < 150; ++i) text += "allocation 200: size 0, preallocated-temp:\n";
    const auto read = accepted(text);
    const auto findings_up_to = [&](std::size_t limit) {
        return std::ranges::count(check(read, {.max_findings = limit}), finding_id::allocation_number, &finding::id);
    };
    EXPECT_EQ(findings_up_to(0), 150);
    EXPECT_EQ(findings_up_to(120), 120);
    EXPECT_EQ(check(read).size(), 100U);
}

// If sums of sizes do not fit into 64 bits, rules that depend on them are silent.
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
    EXPECT_TRUE(fires(found, finding_id::shared_bytes)) << shown(found, {text});
    EXPECT_FALSE(fires(found, finding_id::peak_moment)) << shown(found, {text});
    EXPECT_FALSE(fires(found, finding_id::peak_audit)) << shown(found, {text});
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
        if (f.id == rule) result.push_back(f.message.text());
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
    // If both types are unknown, the rule is silent.
    EXPECT_TRUE(messages_of(edited("d9.txt", {{"f32[16]", "f23[16]"}}), finding_id::value_shape).empty());
}

// Before D18 each header of a parameter has the shape of the whole parameter.
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

// The values that are live at a time are swept: an arena of many values is not compared pair by pair.
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

} // namespace ballast::tests
