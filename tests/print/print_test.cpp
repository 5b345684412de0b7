// Printing trees that no text was read for, and what diagnostics look like.
#include "tests/support/support.hpp"

#include <set>

namespace ballast::tests {

namespace {

// A shape f32[dimensions]{descending order}.
ast::shape array(ast::arena& memory, std::initializer_list<std::int64_t> sizes)
{
    ast::array_shape result;
    result.type.kind = ast::element_kind::f32;
    std::vector<ast::dimension> dimensions;
    std::vector<std::int64_t> order;
    for (const auto size : sizes) {
        order.insert(order.begin(), static_cast<std::int64_t>(dimensions.size()));
        dimensions.push_back({size, ast::dimension_kind::fixed});
    }
    result.dimensions = memory.make_list<ast::dimension>(dimensions);
    if (!order.empty()) result.layout = ast::layout{memory.make_list<std::int64_t>(order), {}};
    return {result};
}

ast::dump small_dump(ast::arena& memory)
{
    ast::value_line line;
    line.value = {7, memory.copy("sum.1"), {}, false, 0};
    line.size = 64;
    line.shape = memory.share(array(memory, {4, 4}));
    ast::allocation allocation;
    allocation.size = 64;
    allocation.output_shape = memory.make(ast::shape{ast::array_shape{
        {ast::element_kind::f32, {}}, memory.make_list({ast::dimension{4, {}}, ast::dimension{4, {}}}), {}, false}});
    allocation.maybe_live_out = true;
    allocation.values = memory.make_list({line});
    ast::dump dump;
    dump.kind = ast::dump_kind::assignment;
    dump.allocations = memory.make_list({allocation});
    dump.forms.value_lines = ast::value_line_form::v4;
    return dump;
}

} // namespace

TEST(Printing, NeedsNoSource)
{
    ast::arena memory;
    const auto dump = small_dump(memory);
    const auto text = print(dump);
    EXPECT_EQ(text, "BufferAssignment:\n"
                    "allocation 0: size 64, output shape is |f32[4,4]|, maybe-live-out:\n"
                    " value: <7 sum.1 @0> (size=64,offset=0): f32[4,4]{1,0}\n");
    const auto read = accepted(text);
    EXPECT_EQ(read.dump(), dump);
}

TEST(Printing, TreesOutliveAMoveOfTheirArena)
{
    ast::arena first;
    const auto dump = small_dump(first);
    const auto text = print(dump);
    ast::arena second = std::move(first);
    ast::arena third;
    third = std::move(second);
    EXPECT_EQ(print(dump), text);
}

TEST(Printing, ADocumentMayBeMoved)
{
    const auto text = golden_dump("d17.txt");
    auto document = accepted(text);
    auto moved = std::move(document);
    std::vector<ballast::document> more;
    more.push_back(std::move(moved));
    EXPECT_EQ(print(more.front()), text);
    EXPECT_EQ(more.front().text(), text);
}

TEST(Printing, EqualTextGivesEqualTrees)
{
    const auto text = golden_dump("d18.txt");
    const auto a = accepted(text);
    const auto b = accepted(text);
    EXPECT_EQ(a.dump(), b.dump());
    auto other = text;
    other.replace(other.find("0:p.0\n"), 6, "0:q.0\n");
    const auto c = accepted(other);
    EXPECT_NE(a.dump(), c.dump());
}

TEST(Printing, ComparisonFindsTheFirstDifference)
{
    const auto text = golden_dump("d16.txt");
    const auto document = accepted(text);
    EXPECT_FALSE(compare_printed(document.dump(), text));
    auto changed = text;
    changed[300] = '#';
    const auto differs = compare_printed(document.dump(), changed);
    ASSERT_TRUE(differs);
    EXPECT_EQ(differs->offset, 300);
    EXPECT_EQ(differs->read, '#');
    EXPECT_EQ(differs->printed, text[300]);
    const auto longer = compare_printed(document.dump(), text + "x");
    ASSERT_TRUE(longer);
    EXPECT_EQ(longer->read, 'x');
    EXPECT_EQ(longer->printed, -1);
    const auto shorter = compare_printed(document.dump(), std::string_view(text).substr(0, 100));
    ASSERT_TRUE(shorter);
    EXPECT_EQ(shorter->offset, 100);
    EXPECT_EQ(shorter->read, -1);
    EXPECT_EQ(shorter->printed, text[100]);
}

TEST(Printing, LargeTextsLeaveTheSinkInOrder)
{
    const std::string large(200 * 1000, 'x');
    const auto collected = printed([&](sink& out) {
        out.put("a", std::int64_t{-12}, 'b', std::string_view(large), std::int64_t{7}, std::int64_t{INT64_MIN}, "z");
        EXPECT_EQ(out.size(), 1 + 3 + 1 + large.size() + 1 + 20 + 1);
        EXPECT_TRUE(out.flush());
    });
    EXPECT_EQ(collected.substr(0, 6), "a-12bx");
    EXPECT_EQ(collected.substr(collected.size() - 22), "7-9223372036854775808z");
}

TEST(Printing, ASinkMayStopListening)
{
    int calls = 0;
    sink out([](void* to, std::string_view) { return ++*static_cast<int*>(to) < 2; }, &calls);
    for (int i = 0; i < 10; ++i) {
        out.put("text");
        out.flush();
    }
    EXPECT_EQ(calls, 2);
}

TEST(Diagnostics, EveryKindHasANameAndASentence)
{
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < diagnostic_kind_count; ++i) {
        const auto& kind = info(static_cast<diagnostic_kind>(i));
        EXPECT_FALSE(kind.name.empty()) << i;
        EXPECT_TRUE(kind.sentence.ends_with('.')) << kind.name;
        EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
    }
}

// spec/diagnostics.md is made from the table; BALLAST_UPDATE_GOLDEN=1 rewrites it.
TEST(Diagnostics, TheDocumentListsEveryKind)
{
    std::string text = "# Diagnostics\n\nEvery kind that can stand in brackets behind a message, and what it means.\n\n"
                       "| kind | meaning |\n|---|---|\n";
    for (std::size_t i = 0; i < diagnostic_kind_count; ++i) {
        const auto& kind = info(static_cast<diagnostic_kind>(i));
        text.append("| `").append(kind.name).append("` | ").append(kind.sentence).append(" |\n");
    }
    text += "\n## Context rules\n\nThe grammar alone matches more than is accepted: a text is refused where one of "
            "these does "
            "not hold, and for nothing\nelse.\n\n| number | rule | what holds |\n|---|---|---|\n";
    for (std::size_t i = 0; i < context_rule_count; ++i) {
        const auto& rule = info(static_cast<context_rule>(i));
        text.append("| C").append(std::to_string(i + 1)).append(" | `").append(rule.name).append("` | ");
        text.append(rule.sentence).append(" |\n");
    }
    const auto path = golden().parent_path().parent_path() / "spec" / "diagnostics.md";
    if (std::getenv("BALLAST_UPDATE_GOLDEN")) std::ofstream(path, std::ios::binary) << text;
    EXPECT_EQ(read_file(path), text);
}

TEST(Diagnostics, ColumnsAreCodePoints)
{
    const auto d = make_diagnostic(severity::error, diagnostic_kind::peak, "x", "one\n├── ä b\n", 4 + 3 * 3 + 1 + 2);
    EXPECT_EQ(d.place.line, 2);
    EXPECT_EQ(d.place.column, 6);
    EXPECT_EQ(d.window, "├── ä b");
    EXPECT_EQ(d.caret, 5);
}

TEST(Diagnostics, LongLinesAreShownThroughAWindow)
{
    const std::string line = std::string(1000, 'a') + "!" + std::string(1000, 'b');
    const auto d = make_diagnostic(severity::error, diagnostic_kind::peak, "x", line, 1000);
    EXPECT_EQ(d.place.column, 1001);
    EXPECT_EQ(d.window.size(), 160U);
    EXPECT_EQ(d.window[static_cast<std::size_t>(d.caret)], '!');
    EXPECT_TRUE(d.window.starts_with("...a"));
    EXPECT_TRUE(d.window.ends_with("b..."));
    const auto first = make_diagnostic(severity::error, diagnostic_kind::peak, "x", line, 0);
    EXPECT_EQ(first.caret, 0);
    EXPECT_EQ(first.window.size(), 160U);
    const auto last = make_diagnostic(severity::error, diagnostic_kind::peak, "x", line, 2001);
    EXPECT_EQ(last.caret, static_cast<std::int64_t>(last.window.size()));
    EXPECT_LE(last.window.size(), 160U);
}

TEST(Diagnostics, ControlBytesAreNotShownRaw)
{
    const auto d = make_diagnostic(severity::error, diagnostic_kind::peak, "x", "a\tb\x1b[0m\xff", 2);
    EXPECT_EQ(d.window, "a?b?[0m?");
}

} // namespace ballast::tests
