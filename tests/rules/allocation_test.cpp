// The classes in headers of allocations.
#include "tests/support/well_formed.hpp"

namespace ballast::tests {

// preallocated-temp is printed if no other class applies.
TEST(AllocationRule, WantsOneClassOrMoreButNoTempBesides)
{
    const std::vector<std::pair<std::string, std::optional<finding_id>>> heads{
        {", preallocated-temp", std::nullopt},
        {", constant", std::nullopt},
        {", thread-local", std::nullopt},
        {", maybe-live-out", std::nullopt},
        {", parameter 0, shape |f32[]| at ShapeIndex {}", std::nullopt},
        {", parameter 0, shape |f32[]| at ShapeIndex {}, maybe-live-out", std::nullopt},
        {", output shape is |f32[]|, maybe-live-out", std::nullopt},
        {"", finding_id::allocation_class},
        {", color 1", finding_id::allocation_class},
        {", output shape is |f32[]|", finding_id::allocation_class},
        {", constant, preallocated-temp", finding_id::allocation_class},
        {", thread-local, preallocated-temp", finding_id::allocation_class},
        {", maybe-live-out, preallocated-temp", finding_id::allocation_class},
        {", parameter 0, shape |f32[]| at ShapeIndex {}, preallocated-temp", finding_id::allocation_class},
    };
    for (const auto& [items, wanted] : heads) {
        const auto text = "allocation 0: size 4" + items + ":";
        const auto read = parse(entry::allocation, text);
        EXPECT_EQ(read.accepted(), !wanted) << text;
        if (!wanted || read.accepted()) continue;
        EXPECT_EQ(read.findings.front().id, *wanted) << text;
    }
    ast::allocation built;
    EXPECT_EQ(only(well_formed(built)), finding_id::allocation_class);
    built.constant = true;
    EXPECT_EQ(only(well_formed(built)), std::nullopt);
    built.preallocated_temp = true;
    EXPECT_EQ(only(well_formed(built)), finding_id::allocation_class);
}

// The finding is at the surplus item, or at the end of the header.
TEST(AllocationRule, PointsAtTheItem)
{
    const std::string_view both = "allocation 0: size 4, constant, preallocated-temp:";
    const auto twice = parse(entry::allocation, both);
    ASSERT_FALSE(twice.accepted());
    EXPECT_EQ(twice.findings.front().begin, static_cast<std::int64_t>(both.find(", preallocated")));
    const std::string_view none = "allocation 0: size 4:";
    const auto bare = parse(entry::allocation, none);
    ASSERT_FALSE(bare.accepted());
    EXPECT_EQ(bare.findings.front().begin, static_cast<std::int64_t>(none.size() - 1));
}

} // namespace ballast::tests
