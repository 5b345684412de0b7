// Reading a text in several parts in parallel gives the same tree, findings and dates as reading it as one.
#include "read/parse.hpp"
#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

// Each part has at least `part` bytes.
std::string difference(const std::string& text, std::size_t part, std::size_t threads, bool form_only,
                       std::size_t* read = nullptr)
{
    parse_options options;
    options.form_only = form_only;
    const auto one = parse(text, options);
    options.threads = threads;
    const auto parts =
        read::parse(source_text::copy_of(text), options, {.settled = 200, .part = part, .parts_read = read});
    if (one.accepted() != parts.accepted()) return one.accepted() ? "accepted as one alone" : "accepted in parts alone";
    if (one.findings != parts.findings) return "other findings";
    if (!one.accepted()) return {};
    if (!form_only && print(*parts.value) != text) return "prints as another text";
    if (!form_only && one.value->tree() != parts.value->tree()) return "another tree";
    if (!std::ranges::equal(one.value->witnesses(), parts.value->witnesses())) return "another age";
    return {};
}

void expect_same(const std::string& text, const std::string& name)
{
    for (const std::size_t part : {100U, 1000U, 5000U})
        for (const std::size_t threads : {2U, 3U})
            for (const bool form_only : {false, true})
                EXPECT_EQ(difference(text, part, threads, form_only), "") << name << ", parts of " << part;
}

} // namespace

TEST(Parts, AreReadAsOneText)
{
    for (const auto& name : golden_dumps()) expect_same(golden_dump(name), name);
}

// Texts of every kind that has used values are divided.
TEST(Parts, AreMoreThanOne)
{
    for (const auto* name : {"d4.txt", "d7.txt", "d9.txt", "d11.txt", "d16.txt", "d18.txt", "d24_values.txt"}) {
        for (const bool form_only : {false, true}) {
            std::size_t parts = 0;
            EXPECT_EQ(difference(golden_dump(name), 300, 4, form_only, &parts), "") << name;
            EXPECT_GT(parts, 2U) << name;
        }
    }
    std::size_t parts = 0;
    EXPECT_EQ(difference(golden_dump("d24_assignment.txt"), 100, 4, false, &parts), "");
    EXPECT_EQ(parts, 1U);
}

TEST(Parts, AreReadAsOneTextOfRealDumps)
{
    if (!corpus()) return; // reported by Corpus.IsThereOrSaidToBeAbsent
    for (const auto& entry : fs::recursive_directory_iterator(*corpus()))
        if (entry.path().extension() == ".txt") expect_same(read_file(entry.path()), entry.path().string());
}

// An error anywhere is reported as if the text were read as one.
TEST(Parts, TellFaultsAsOneText)
{
    for (const auto* name : {"d8.txt", "d16.txt", "d24_values.txt", "framed_combined.txt", "unusual_trees.txt"}) {
        const auto text = golden_dump(name);
        for (std::size_t i = 1; i < 60; ++i) {
            const auto at = text.size() * i / 60;
            auto damaged = text;
            damaged[at] = damaged[at] == '#' ? ' ' : '#';
            EXPECT_EQ(difference(damaged, 300, 2, false), "") << name << " damaged at " << at;
            EXPECT_EQ(difference(text.substr(0, at), 300, 2, false), "") << name << " cut off at " << at;
            // A duplicate or missing line.
            const auto begin = text.rfind('\n', at) + 1;
            const auto end = text.find('\n', at) + 1;
            if (begin == 0 || end == 0) continue;
            const auto line = text.substr(begin, end - begin);
            EXPECT_EQ(difference(std::string(text).insert(begin, line), 300, 2, false), "") << name << " at " << at;
            EXPECT_EQ(difference(std::string(text).erase(begin, line.size()), 300, 2, false), "")
                << name << " at " << at;
        }
    }
}

// A spelling that occurs in many parts is reported once, at its first place.
TEST(Parts, TellWhatIsUnknownOnce)
{
    std::string text = "BufferAssignment:\n";
    std::string values;
    for (int i = 0; i < 300; ++i) {
        const auto id = std::to_string(i);
        const auto type = "kind" + std::to_string(i % 150);
        text += "allocation " + id + ": size 4, thread-local:\n value: <" + id + " v." + id +
                " @0> (size=4,offset=0): " + (i < 20 ? type : "f32") + "[]\n";
        values += "<" + id + " v." + id + " @0>\n positions:\n  v." + id + "\n uses:\n from instruction: %v." + id +
                  " = " + type + "[] parameter(0)\n";
    }
    text += "\nTotal bytes used: 1200 (1.2KiB)\n\nUsed values:\n" + values;
    text += "\n\nHloLiveRange (max 1):\n  InstructionSequence:\n    0:v.0\n  BufferLiveRange:\n    v.0{}:0-1\n"
            "  Live ranges at 0 (peak):\n    v.0{}: 4 bytes\n";
    EXPECT_EQ(parse(text).findings.size(), parse_options{}.max_notes); // 150 kinds, of which 20 are met twice
    std::size_t parts = 0;
    for (const std::size_t part : {100U, 2000U}) {
        EXPECT_EQ(difference(text, part, 4, false, &parts), "");
        EXPECT_GT(parts, 4U);
    }
}

} // namespace ballast::tests
