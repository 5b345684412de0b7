// Printing trees that no text was read for, and what findings look like.
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
    line.shape = array(memory, {4, 4});
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

TEST(Diagnostics, EveryRowHasANameAndASentence)
{
    std::set<std::string_view> names;
    for (const auto& row : all_findings()) {
        EXPECT_FALSE(row.name.empty());
        EXPECT_TRUE(row.sentence.ends_with('.')) << row.name;
        EXPECT_TRUE(names.insert(row.name).second) << row.name;
        EXPECT_EQ(&info(row.id), &row);
    }
}

TEST(Diagnostics, EveryContextRuleHasAFinding)
{
    std::set<int> broken;
    for (const auto& row : all_findings()) broken.insert(row.rule);
    for (const auto& rule : context_rules()) EXPECT_EQ(broken.count(rule.number), 1U) << rule.name;
}

// spec/diagnostics.md is made from the registry; BALLAST_UPDATE_GOLDEN=1 rewrites it.
TEST(Diagnostics, TheDocumentListsEveryRow)
{
    std::string text =
        "# Diagnostics\n\nEverything that can be found, by the identifier in brackets after a message. What the "
        "phase `context` or `era`\nfinds breaks a context rule; its number is in the last column.\n\n"
        "| identifier | phase | severity | meaning | rule |\n|---|---|---|---|---|\n";
    for (const auto& row : all_findings()) {
        text.append("| `").append(row.name).append("` | ").append(name_of(row.phase)).append(" | ");
        text.append(name_of(row.severity)).append(" | ").append(row.sentence).append(" | ");
        text.append(row.rule == 0 ? "" : "C" + std::to_string(row.rule)).append(" |\n");
    }
    text +=
        "\n## Context rules\n\nThe grammar alone matches more than is accepted: a text is refused where one of "
        "these does not hold, and for nothing\nelse. A value of a known attribute that the grammar took as plain "
        "text breaks C8, a literal C6; its identifier is that\nof the construct with the fault.\n\n| number | rule | "
        "what holds |\n|---|---|---|\n";
    for (const auto& rule : context_rules())
        text.append("| C")
            .append(std::to_string(rule.number))
            .append(" | `")
            .append(rule.name)
            .append("` | ")
            .append(rule.sentence)
            .append(" |\n");
    const auto path = golden().parent_path().parent_path() / "spec" / "diagnostics.md";
    if (std::getenv("BALLAST_UPDATE_GOLDEN")) std::ofstream(path, std::ios::binary) << text;
    EXPECT_EQ(read_file(path), text);
}

TEST(Diagnostics, PhrasesTakeTheirArguments)
{
    EXPECT_EQ((phrase{"{} after {{{}}}", {"a", "b"}}.text()), "a after {b}");
    EXPECT_EQ((phrase{"`invalid{{}}`", {}}.text()), "`invalid{}`");
}

TEST(Diagnostics, ColumnsAreCodePoints)
{
    const std::string_view text = "one\n├── ä b\n";
    const auto place = line_table(text).place_of(4 + 3 * 3 + 1 + 2);
    EXPECT_EQ(place.line, 2);
    EXPECT_EQ(place.column, 6);
    const auto shown = excerpt_of(text, 4 + 3 * 3 + 1, 4 + 3 * 3 + 1 + 2);
    EXPECT_EQ(shown.window, "├── ä b");
    EXPECT_EQ(shown.caret, 4);
    EXPECT_EQ(shown.width, 1);
}

// Look-ups in any order say what counting from the beginning says, also between the bytes of a code point.
TEST(Diagnostics, PlacesAreThoseOfCounting)
{
    std::string text;
    for (int i = 0; i < 3000; ++i)
        text += i % 7 == 0 ? "ä├\n" : i % 100 < 40 ? "日本語" : i % 11 == 0 ? "\x80\x80\x80\x80\x80\xff" : "x\n";
    text += std::string(20000, 'y') + std::string(5000, '\x80') + "\nend";
    std::vector<text_place> counted;
    line_table in_order(text);
    for (std::size_t i = 0; i <= text.size(); ++i) {
        text_place place;
        const auto feed = i == 0 ? std::string::npos : text.rfind('\n', i - 1);
        place.line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(i), '\n');
        const auto begin = feed == std::string::npos ? 0 : feed + 1;
        place.column = i == begin ? 1 : 0;
        counted.push_back(place);
        const auto got = in_order.place_of(static_cast<std::int64_t>(i));
        ASSERT_EQ(got.line, place.line) << i;
        if (place.column == 1) {
            ASSERT_EQ(got.column, 1) << i;
        }
    }
    line_table at_random(text);
    for (std::size_t i = 0; i < text.size(); i += 977) {
        const auto at = static_cast<std::int64_t>((i * 7919) % text.size());
        const auto got = at_random.place_of(at);
        const auto expected = line_table(text).place_of(at);
        ASSERT_EQ(got.line, expected.line);
        ASSERT_EQ(got.column, expected.column);
    }
    EXPECT_EQ(line_table(text).place_of(static_cast<std::int64_t>(text.size()) - 4).column, 25001);
}

TEST(Diagnostics, LongLinesAreShownThroughAWindow)
{
    const std::string line = std::string(1000, 'a') + "!" + std::string(1000, 'b');
    EXPECT_EQ(line_table(line).place_of(1000).column, 1001);
    const auto d = excerpt_of(line, 1000, 1003);
    EXPECT_EQ(d.window.size(), 160U);
    EXPECT_EQ(d.window[static_cast<std::size_t>(d.caret)], '!');
    EXPECT_EQ(d.width, 3);
    EXPECT_TRUE(d.window.starts_with("...a"));
    EXPECT_TRUE(d.window.ends_with("b..."));
    const auto first = excerpt_of(line, 0, 2000);
    EXPECT_EQ(first.caret, 0);
    EXPECT_EQ(first.window.size(), 160U);
    EXPECT_EQ(first.width, 157);
    const auto last = excerpt_of(line, 2001, 2001);
    EXPECT_EQ(last.caret, static_cast<std::int64_t>(last.window.size()));
    EXPECT_LE(last.window.size(), 160U);
    EXPECT_EQ(last.width, 1);
}

TEST(Diagnostics, ControlBytesAreNotShownRaw) { EXPECT_EQ(excerpt_of("a\tb\x1b[0m\xff", 2, 3).window, "a?b?[0m?"); }

} // namespace ballast::tests
