// The words closest to a given one, and their order.
#include "base/nearest.hpp"

#include <gtest/gtest.h>

namespace ballast::tests {

namespace {

std::vector<std::string> nearest(std::string_view wanted, std::initializer_list<std::string_view> words)
{
    nearest_words near(wanted);
    for (const auto word : words) near.offer(word);
    return near.words();
}

} // namespace

TEST(Nearest, CountsEdits)
{
    EXPECT_EQ(edit_distance("show", "show", 9), 0U);
    EXPECT_EQ(edit_distance("shwo", "show", 9), 1U) << "swapped";
    EXPECT_EQ(edit_distance("sow", "show", 9), 1U);
    EXPECT_EQ(edit_distance("kitten", "sitting", 9), 3U);
    EXPECT_EQ(edit_distance("", "abc", 9), 3U);
}

TEST(Nearest, EndsAtTheLimit)
{
    EXPECT_EQ(edit_distance("abcdef", "uvwxyz", 3), 3U);
    EXPECT_EQ(edit_distance("a", "abcdefgh", 3), 3U);
}

TEST(Nearest, AreTheFewThatAreNear)
{
    using words = std::vector<std::string>;
    EXPECT_EQ(nearest("shwo", {"show", "diff", "summary"}), words{"show"});
    EXPECT_EQ(nearest("fusion", {"fusion.1", "loop_fusion.22", "copy.1"}), (words{"fusion.1", "loop_fusion.22"}));
    EXPECT_EQ(nearest("zzz", {"show", "diff"}), words{});
    EXPECT_EQ(nearest("", {"show"}), words{});
    EXPECT_EQ(nearest("ab", {"aa", "aa", "bb", "ac", "ad"}), (words{"aa", "ac", "ad"})) << "at most three, each once";
    const std::string longest(200, 'a');
    EXPECT_EQ(nearest(longest, {longest}), words{longest});
    EXPECT_EQ(nearest(longest + "a", {longest}), words{}) << "longer words are not compared";
}

} // namespace ballast::tests
