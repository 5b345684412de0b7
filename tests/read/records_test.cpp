// After an error, reading continues at the next record that can follow.
#include "ballast/print.hpp"
#include "generate/program.hpp"
#include "tests/support/support.hpp"

#include <algorithm>

namespace ballast::tests {

namespace {

std::vector<std::size_t> line_begins(std::string_view text)
{
    std::vector<std::size_t> result;
    for (std::size_t at = 0; at < text.size();) {
        result.push_back(at);
        const auto end = text.find('\n', at);
        if (end == std::string_view::npos) break;
        at = end + 1;
    }
    return result;
}

// The lines of all errors, counted from 0.
std::vector<std::size_t> faulty_lines(const std::string& text, std::size_t max_errors = 0)
{
    parse_options options;
    options.max_errors = max_errors;
    const auto result = parse(text, options);
    std::vector<std::size_t> lines;
    line_table table(text);
    for (const auto& f : result.findings)
        if (f.severity == severity::error) lines.push_back(static_cast<std::size_t>(table.place_of(f.begin).line) - 1);
    return lines;
}

// The line of a module text, from 0, after which there are items of several lines, or computations.
std::size_t line_before_text(const std::string& text)
{
    const auto at = std::min(text.find("={\n"), text.find(" {\n"));
    return static_cast<std::size_t>(std::ranges::count(text.substr(0, at), '\n'));
}

// Writes a byte with which nothing begins.
void damage(std::string& text, std::size_t at) { text[at] = '\x01'; }

} // namespace

TEST(Recovery, ADamagedLineIsToldOnceAtItsPlace)
{
    for (const auto& name : golden_dumps()) {
        // Such a message is one record, and its labels may contain any byte.
        if (name.starts_with("tpu_") || name.starts_with("message_")) continue;
        const auto text = golden_dump(name);
        const auto begins = line_begins(text);
        for (std::size_t i = 0; i < begins.size(); ++i) {
            if (text[begins[i]] == '\n') continue; // an empty line belongs to the next record
            // Parts that are kept as text may contain any byte.
            if (name.starts_with("module_text") && i > line_before_text(text)) break;
            // In D13 only the following text shows the end of the last instruction.
            if (name == "d13.txt" && std::string_view(text).substr(begins[i]).starts_with("HloLiveRange")) continue;
            auto damaged = text;
            damage(damaged, begins[i]);
            const auto lines = faulty_lines(damaged);
            ASSERT_EQ(lines.size(), 1U) << name << " line " << i + 1;
            EXPECT_EQ(lines.front(), i == 1 && text[0] == '\n' ? 0 : i) << name; // no dump begins like this
        }
    }
}

TEST(Recovery, FaultsFarApartAreAllTold)
{
    for (const commit_time when : {202506010000, 202402010000}) { // D16, D13
        random_source from(std::uint64_t{13});
        generate::program made(from, when, 400000);
        auto text = printed([&](sink& out) { made.print(out, ast::dump_kind::combined); });
        const auto begins = line_begins(text);
        std::vector<std::size_t> expected;
        for (std::size_t i = 40; i + 40 < begins.size(); i += 40 + from.below(30)) {
            if (text[begins[i]] == '\n') continue;
            damage(text, begins[i]);
            expected.push_back(i);
        }
        ASSERT_GT(expected.size(), 60U);
        EXPECT_EQ(faulty_lines(text), expected) << when;
        EXPECT_EQ(faulty_lines(text, 7), std::vector(expected.begin(), expected.begin() + 7)) << when;
    }
}

// A record that breaks a rule does not hide the next error either.
TEST(Recovery, RefusedRecordsAreSteppedOver)
{
    auto text = golden_dump("d16.txt");
    const auto change = [&](std::string_view from, std::string_view to, std::size_t after) {
        const auto at = text.find(from, after);
        ASSERT_NE(at, std::string::npos) << from;
        text.replace(at, from.size(), to);
    };
    change("{1,0}", "{1,1}", 0);
    change("{1,0}", "{0,0}", text.find("Used values"));
    change("add(%p.0, %bcast.2)", "add(%p.0, f32[2]{0} %bcast.2)", 0);
    const auto result = parse(text);
    ASSERT_EQ(result.findings.size(), 3U);
    EXPECT_EQ(result.findings[0].id, finding_id::layout_rank);
    EXPECT_EQ(result.findings[1].id, finding_id::layout_rank);
    EXPECT_EQ(result.findings[2].id, finding_id::operand_shapes);
}

// Rules that need lost records are skipped: values are not counted, and rails are not compared with rows that were not
// read.
TEST(Recovery, NothingFollowsFromWhatWasLost)
{
    const auto text = golden_dump("d18.txt");
    const auto begins = line_begins(text);
    auto damaged = text;
    std::size_t rows = 0;
    for (const auto at : begins) {
        const auto line = std::string_view(text).substr(at, text.find('\n', at) - at);
        if (line.starts_with("<") && rows++ == 1) damage(damaged, at);
        if (line.find("├── ") != std::string_view::npos && rows < 1000) {
            damage(damaged, at);
            rows = 1000;
        }
    }
    ASSERT_EQ(rows, 1000U);
    EXPECT_EQ(faulty_lines(damaged).size(), 2U);
}

TEST(Recovery, WhatIsWrongWithTheWholeTextIsToldOnce)
{
    auto text = golden_dump("d16.txt");
    std::string windows;
    for (const char c : text) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
    EXPECT_EQ(parse(windows).findings.size(), 1U);
    EXPECT_EQ(parse(text + text).findings.size(), 1U);
    EXPECT_EQ(parse("hello\n" + text).findings.size(), 1U);
    EXPECT_EQ(parse(text.substr(0, text.size() / 2)).findings.size(), 1U);
}

// The head of the live range has several lines. Of two errors in it the first is reported, and reading continues after
// its line; nothing there is taken for another beginning of the head.
TEST(Recovery, AHeadOfSeveralLinesIsToldOnce)
{
    for (const auto* name : {"d16.txt", "d17.txt", "d18.txt"}) {
        auto text = golden_dump(name);
        const auto head = text.find("\nHloLiveRange (max ");
        ASSERT_NE(head, std::string::npos) << name;
        text.insert(head, "\n");
        const auto line =
            static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<long>(head), '\n'));
        EXPECT_EQ(faulty_lines(text), (std::vector<std::size_t>{line + 1})) << name;
        text[text.find("  InstructionSequence:") + 21] = ' ';
        EXPECT_EQ(faulty_lines(text), (std::vector<std::size_t>{line + 1})) << name;
    }
}

} // namespace ballast::tests
