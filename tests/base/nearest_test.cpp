// The words closest to a given one, and their order.
#include "base/nearest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::tests {

namespace {

std::vector<std::string> nearest(std::string_view wanted, std::initializer_list<std::string_view> words)
{
    nearest_words near(wanted);
    for (const auto word : words) near.offer(word);
    return near.words();
}

// The same by definition: the least of all ways to make equal what is left of both. Letters that were swapped are not
// changed again.
std::size_t slow_distance(std::string_view a, std::string_view b)
{
    if (a.empty() || b.empty()) return a.size() + b.size();
    const auto rest_of_a = a.substr(1);
    const auto rest_of_b = b.substr(1);
    auto least = std::min({slow_distance(rest_of_a, b) + 1, slow_distance(a, rest_of_b) + 1,
                           slow_distance(rest_of_a, rest_of_b) + (a[0] == b[0] ? 0 : 1)});
    if (a.size() > 1 && b.size() > 1 && a[0] == b[1] && a[1] == b[0])
        least = std::min(least, slow_distance(a.substr(2), b.substr(2)) + 1);
    return least;
}

// All words of up to four of these letters.
std::vector<std::string> all_words()
{
    std::vector<std::string> result{""};
    for (std::size_t i = 0; i < result.size() && result[i].size() < 4; ++i)
        for (const char c : {'a', 'b', 'c'}) result.push_back(result[i] + c);
    return result;
}

} // namespace

TEST(Nearest, CountsTheFewestEdits)
{
    const auto words = all_words();
    ASSERT_EQ(words.size(), 1U + 3 + 9 + 27 + 81);
    for (const auto& a : words)
        for (const auto& b : words) ASSERT_EQ(edit_distance(a, b, 9), slow_distance(a, b)) << a << ' ' << b;
}

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
