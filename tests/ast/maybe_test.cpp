// Optionals that take no more space than their values.
#include "ballast/ast.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace ballast::tests {

using number = ast::maybe<std::int64_t>;
using index = ast::maybe<ast::shape_index>;

TEST(Maybe, TakesTheRoomOfItsValue)
{
    EXPECT_EQ(sizeof(number), sizeof(std::int64_t));
    EXPECT_EQ(sizeof(index), sizeof(ast::shape_index));
}

TEST(Maybe, IsNothingAtFirst)
{
    EXPECT_FALSE(number{}.has_value());
    EXPECT_FALSE(index{}.has_value());
    EXPECT_FALSE(number(std::nullopt));
    EXPECT_EQ(number{}, std::nullopt);
    EXPECT_EQ(index{}.value_or(ast::shape_index{}), ast::shape_index{});
    EXPECT_EQ(number{}.value_or(7), 7);
}

TEST(Maybe, HoldsEveryNumberThatTextCanSay)
{
    for (const std::int64_t x :
         {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1}, std::numeric_limits<std::int64_t>::max(),
          std::numeric_limits<std::int64_t>::min() + 1}) {
        const number held = x;
        ASSERT_TRUE(held.has_value()) << x;
        EXPECT_EQ(*held, x);
        EXPECT_EQ(held.value_or(2), x);
        EXPECT_EQ(held, x);
        EXPECT_NE(held, number{});
    }
}

TEST(Maybe, HoldsAnEmptyList)
{
    const index empty = ast::shape_index{};
    ASSERT_TRUE(empty.has_value());
    EXPECT_TRUE(empty->empty());
    EXPECT_NE(empty, index{});
    const std::array<std::int64_t, 1> zero{};
    EXPECT_NE(index(ast::shape_index(zero.data(), 1)), empty);
}

TEST(Maybe, ComparesListsByTheirElements)
{
    const std::array<std::int64_t, 2> a{1, 2};
    const std::array<std::int64_t, 2> b{1, 2};
    EXPECT_EQ(index(ast::shape_index(a.data(), 2)), index(ast::shape_index(b.data(), 2)));
    EXPECT_NE(index(ast::shape_index(a.data(), 2)), index(ast::shape_index(b.data(), 1)));
}

TEST(Maybe, IsSetAndReset)
{
    number x;
    x.emplace() = 3;
    EXPECT_EQ(x, 3);
    *x = 4;
    EXPECT_EQ(x, 4);
    x.reset();
    EXPECT_FALSE(x);
    x = 5;
    EXPECT_EQ(x, number(5));
    x = std::nullopt;
    EXPECT_FALSE(x);
}

TEST(Maybe, GoesToAndFromAnOptional)
{
    const std::optional<std::int64_t> none;
    EXPECT_EQ(number(none), number{});
    EXPECT_EQ(number(std::optional<std::int64_t>(3)), number(3));
    EXPECT_EQ(std::optional<std::int64_t>(number(3)), std::optional<std::int64_t>(3));
    EXPECT_FALSE(std::optional<std::int64_t>(number{}).has_value());
    EXPECT_TRUE(number{} == none);
    EXPECT_TRUE(number(3) == std::optional<std::int64_t>(3));
    EXPECT_FALSE(number(3) == none);
}

} // namespace ballast::tests
