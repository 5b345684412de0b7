// The destinations of printed text: collected, compared, in pieces.
#include "tests/support/support.hpp"

namespace ballast::tests {

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

TEST(Printing, WhatIsInTheBufferIsPutAgain)
{
    const auto collected = printed([](sink& out) {
        out.put("one ", "two ");
        EXPECT_TRUE(out.put_again(4, 4));
        EXPECT_EQ(out.size(), 12U);
        EXPECT_FALSE(out.put_again(10, 3)) << "not there yet";
        EXPECT_FALSE(out.put_again(13, 0)) << "not there yet";
        EXPECT_FALSE(out.put_again(1, SIZE_MAX));
        out.flush();
        EXPECT_FALSE(out.put_again(4, 4)) << "handed on";
        out.put(std::string_view(std::string(40 * 1000, 'x')));
        EXPECT_FALSE(out.put_again(12, 40 * 1000)) << "no room";
        EXPECT_TRUE(out.put_again(12, 2));
    });
    EXPECT_EQ(collected, "one two two " + std::string(40 * 1000 + 2, 'x'));
}

// Also if the text is larger than the buffer. A node that changes between two printings is printed as it is then.
TEST(Printing, ValuesOfOneInstructionShareItsText)
{
    const auto read = accepted(golden_dump("d16.txt"));
    ast::arena memory;
    const std::string large(70 * 1000, 'x');
    std::vector<ast::used_value> values;
    ast::instruction changing;
    for (const auto& value : read.dump().used_values) {
        if (!value.instruction) continue;
        if (changing.name.empty()) changing = *value.instruction;
        const ast::box<ast::instruction> own(&changing);
        auto other = *value.instruction;
        other.name = large;
        const auto long_one = memory.make(other);
        for (const auto& instruction : {own, own, memory.make(*own), own, long_one, long_one}) {
            values.push_back(value);
            values.back().instruction = instruction;
        }
    }
    ASSERT_GT(values.size(), 12U);
    auto dump = read.dump();
    dump.kind = ast::dump_kind::values;
    dump.live_range = {};
    dump.used_values = memory.make_list(std::span<const ast::used_value>(values));
    const auto whole = [&](sink& out) { print(out, dump); };
    const auto one_by_one = [&](sink& out) {
        dump.used_values = {};
        print(out, dump);
        for (const auto& value : values) print(out, value, dump.forms);
        dump.used_values = memory.make_list(std::span<const ast::used_value>(values));
    };
    const auto before = printed(whole);
    EXPECT_EQ(before, printed(one_by_one));
    const auto both = printed([&](sink& out) {
        whole(out);
        changing.name = "changed";
        whole(out);
    });
    const auto after = printed(one_by_one);
    EXPECT_NE(after, before);
    EXPECT_EQ(both, before + after);
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

} // namespace ballast::tests
