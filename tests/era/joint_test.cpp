// Texts of one XLA: each narrows the time of all, and conflicts are reported with their places.
#include "era/joint.hpp"

#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

using timeline::joint_era;

std::vector<witness> witnesses_in(const std::string& dump)
{
    const auto text = golden_dump(dump);
    const auto read = accepted(text);
    const auto shown = read.witnesses();
    return {shown.begin(), shown.end()};
}

} // namespace

TEST(JointEra, IsWhatAllOfThemMayBeOf)
{
    const auto allocations = witnesses_in("d21_assignment.txt");
    const auto values = witnesses_in("d21_values.txt");
    joint_era both;
    EXPECT_FALSE(both.add(allocations));
    EXPECT_FALSE(both.add(values));
    const auto all = both.report();
    EXPECT_EQ(all.possible, date(allocations).possible.intersect(date(values).possible));
    ASSERT_TRUE(all.from);
    EXPECT_EQ(all.from->text, 1U) << "`(none)` is in the file of values";
    EXPECT_EQ(all.from->which, feature::none_for_empty_uses);
    EXPECT_EQ(all.from->offset, date(values).from->offset);
}

TEST(JointEra, LeavesOutWhatDoesNotFit)
{
    joint_era joint;
    EXPECT_FALSE(joint.add(witnesses_in("d24_assignment.txt")));
    EXPECT_FALSE(joint.add({}));
    const auto found = joint.add(witnesses_in("d19_values.txt"));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->here.text, 2U);
    EXPECT_EQ(found->there.text, 0U);
    EXPECT_TRUE(eras(found->here.which).intersect(eras(found->there.which)).empty());
    EXPECT_EQ(joint.report().possible, date(witnesses_in("d24_assignment.txt")).possible);
    EXPECT_FALSE(joint.add(witnesses_in("d24_values.txt")));
    EXPECT_EQ(joint.report().from->text, 0U);
}

TEST(JointEra, OfNothingIsAnyTime)
{
    joint_era joint;
    EXPECT_EQ(joint.report().possible, era_set::all());
    EXPECT_FALSE(joint.add({}));
    EXPECT_FALSE(joint.report().from);
}

} // namespace ballast::tests
