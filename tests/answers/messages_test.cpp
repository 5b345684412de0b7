// The module of a dump that a message is about.
#include "answers/messages.hpp"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

namespace ballast::tests {

namespace {

answers::folder_summary folder_of_two()
{
    answers::folder_summary all;
    for (const auto& [name, total, temporaries] :
         {std::tuple("jit_step", 16'000'000, 9'000'000), {"jit_eval", 4'000'000, 1'000'000}}) {
        answers::summary_row row;
        row.name = name;
        row.numbers.total = total;
        row.numbers.temporaries = temporaries;
        all.rows.push_back(row);
    }
    return all;
}

} // namespace

TEST(ModuleOfMessage, HasTheNameAndIsNotMuchSmaller)
{
    const auto all = folder_of_two();
    EXPECT_EQ(answers::module_of_message(all, "jit_eval", {}).row, &all.rows[1]);
    EXPECT_EQ(answers::module_of_message(all, "jit_eval", {6'000'000}).row, &all.rows[1]);
    const auto wrong = answers::module_of_message(all, "jit_eval", {9'000'000});
    EXPECT_FALSE(wrong.row);
    EXPECT_NE(wrong.problem.find("they are of different compilations"), std::string::npos) << wrong.problem;
    EXPECT_FALSE(answers::module_of_message(all, "jit_train", {16'000'000}).row);
}

TEST(ModuleOfMessage, WithoutANameHasItsTotalOrItsTemporaries)
{
    const auto all = folder_of_two();
    EXPECT_EQ(answers::module_of_message(all, "", {16'000'000}).row, &all.rows[0]);
    const auto arena = answers::module_of_message(all, "", {9'000'000});
    EXPECT_EQ(arena.row, &all.rows[0]);
    EXPECT_NE(arena.guess.find("the only one of the dump with temporaries of about"), std::string::npos) << arena.guess;
    EXPECT_FALSE(answers::module_of_message(all, "", {8'000'000}).row);
    EXPECT_FALSE(answers::module_of_message(all, "", {16'000'000, 4'000'000}).row);
    EXPECT_FALSE(answers::module_of_message(all, "", {}).row);
}

} // namespace ballast::tests
