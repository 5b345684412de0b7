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

} // namespace ballast::tests
