// Where printed text goes: collected, compared, in pieces.
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
