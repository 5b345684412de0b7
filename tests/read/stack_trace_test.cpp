// The stack-trace tree: depths, glyphs, and labels with arbitrary text.
#include "tests/support/support.hpp"

namespace ballast::tests {

// A label may contain line feeds: a row ends at its numbers.
TEST(StackTraces, ALabelMayGoOnOnTheNextLine)
{
    const std::string end_of_row = " (100.0%, total: 16 bytes, current: 16 bytes, remaining: 0 bytes)\n";
    const std::string text = "HloLiveRange (max 1):\n  InstructionSequence:\n    0:a\n  BufferLiveRange:\n    a{}:0-1\n"
                             "  Live ranges at 0 (peak):\n    a{}: 16 bytes (cumulative: 16 bytes)\n"
                             "  Stack trace breakdown for peak usage: 16 bytes\n"
                             "    main (100.0%, total: 16 bytes, current: 0 bytes, remaining: 16 bytes)\n"
                             "      └── new\nline";
    const auto read = accepted(text + end_of_row);
    EXPECT_EQ(std::get<ast::peak>(read.dump().ranges()->summary).stack_trace->rows[1].label, "new\nline");
    // A row without numbers does not take those of the next row.
    EXPECT_EQ(refused(text + "\n      └── x" + end_of_row).id, finding_id::stack_trace);
}

// A label is text as XLA got it from elsewhere. All text of a dump is UTF-8 without NUL bytes.
TEST(StackTraces, ALabelIsUtf8WithoutNul)
{
    const std::string before =
        "HloLiveRange (max 1):\n  InstructionSequence:\n    0:a\n  BufferLiveRange:\n    a{}:0-1\n"
        "  Live ranges at 0 (peak):\n    a{}: 16 bytes (cumulative: 16 bytes)\n"
        "  Stack trace breakdown for peak usage: 16 bytes\n"
        "    main (100.0%, total: 16 bytes, current: 0 bytes, remaining: 16 bytes)\n      └── ";
    const std::string after = " (100.0%, total: 16 bytes, current: 16 bytes, remaining: 0 bytes)\n";
    const auto with = [&](std::string_view label) { return before + std::string(label) + after; };
    const auto place = static_cast<std::int64_t>(before.size()) + 3;
    for (const std::string_view label : {"caf\xE9", "caf\xC3", "two\xED\xA0\x80", "new\xFF\nline"}) {
        const auto fault = refused(with(label));
        EXPECT_EQ(fault.id, finding_id::invalid_utf8) << label;
        EXPECT_EQ(fault.begin, place) << label;
    }
    const auto nul = refused(with({"a\nb\0c", 5}));
    EXPECT_EQ(nul.id, finding_id::nul_byte);
    EXPECT_EQ(nul.begin, place);
    for (const std::string_view label : {"\x1B[31mred", "tab\t\x01\x7F", "\"\\", "größe", "cr\rlf"}) {
        const auto text = with(label);
        const auto read = accepted(text);
        EXPECT_EQ(std::get<ast::peak>(read.dump().ranges()->summary).stack_trace->rows[1].label, label);
    }
}

// Rails and branches begin with the same bytes, so a literal can fail inside a code point.
TEST(StackTraces, ADamagedRailIsNoInvalidUtf8)
{
    const std::string text = "HloLiveRange (max 1):\n  InstructionSequence:\n    0:a\n  BufferLiveRange:\n    a{}:0-1\n"
                             "  Live ranges at 0 (peak):\n    a{}: 16 bytes (cumulative: 16 bytes)\n"
                             "  Stack trace breakdown for peak usage: 16 bytes\n"
                             "    main (100.0%, total: 16 bytes, current: 0 bytes, remaining: 16 bytes)\n      ";
    EXPECT_EQ(refused(text + "│,   └── a (100.0%, total: 16 bytes, current: 16 bytes, remaining: 0 bytes)\n").id,
              finding_id::stack_trace);
    EXPECT_EQ(refused(text + "\xE2\x94\xFF").id, finding_id::invalid_utf8);
}

TEST(StackTraces, RowsHoldWhatTheyShow)
{
    const auto read = accepted(golden_dump("unusual_trees.txt"));
    const auto& peak = std::get<ast::peak>(read.dump().ranges()->summary);
    const auto& tree = *peak.stack_trace;
    EXPECT_EQ(tree.total, 1053191);
    ASSERT_EQ(tree.rows.size(), 9U);
    EXPECT_EQ(tree.rows[0], (ast::stack_row{0, ast::branch::top, "main.4", 1000, 1052679, 0, 1053191}));
    EXPECT_EQ(tree.rows[1],
              (ast::stack_row{1, ast::branch::inner, "jit(f (x)) (12.5%, b)", 996, 1048576, 1048576, 4615}));
    EXPECT_EQ(tree.rows[3].label, "größe/ä");
    EXPECT_EQ(tree.rows[3].depth, 2);
    EXPECT_EQ(tree.rows[5], (ast::stack_row{3, ast::branch::last, "two", 2, 2048, 2048, 519}));
    EXPECT_EQ(tree.rows[7].branch, ast::branch::top);
}

TEST(StackTraces, CameAfterD16)
{
    const auto read = accepted(golden_dump("d16.txt"));
    EXPECT_FALSE(std::get<ast::peak>(read.dump().ranges()->summary).stack_trace);
}

} // namespace ballast::tests
