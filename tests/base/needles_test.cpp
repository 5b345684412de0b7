// The first of several words in a text.
#include "base/needles.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace ballast::tests {

namespace {

const std::vector<std::string_view> words{"abcd", "bcda", "ddddddd"};

std::size_t first_by_find(std::string_view text, std::size_t from)
{
    auto result = std::string_view::npos;
    for (const auto word : words) result = std::min(result, text.find(word, from));
    return result;
}

} // namespace

TEST(Needles, AreFoundAtBothEnds)
{
    const needles search(words);
    EXPECT_EQ(search.first("abcd", 0).at, 0U);
    EXPECT_EQ(search.first("xxbcda", 0).at, 2U);
    EXPECT_EQ(search.first("xxbcda", 0).which, 1U);
    EXPECT_EQ(search.first("abc", 0).at, std::string_view::npos);
    EXPECT_EQ(search.first("", 0).at, std::string_view::npos);
    EXPECT_EQ(search.first("abcd", 1).at, std::string_view::npos);
}

RC_GTEST_PROP(NeedlesProperties, AreTheFirstThatFindMeets, ())
{
    const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("abcd")));
    const needles search(words);
    for (std::size_t from = 0; from <= text.size(); ++from)
        RC_ASSERT(search.first(text, from).at == first_by_find(text, from));
}

} // namespace ballast::tests
