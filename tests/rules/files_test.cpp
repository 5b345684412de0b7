// Checks of whole files.
#include "rules/files.hpp"
#include "tests/support/well_formed.hpp"

namespace ballast::tests {

TEST(PeakRule, WantsARowWhereARangeCoversTheMoment)
{
    const auto with = [](std::initializer_list<std::pair<std::int64_t, std::int64_t>> ranges, std::int64_t moment) {
        rules::peak_rows state;
        for (const auto& [start, end] : ranges) state.range({"x", {}, start, end});
        state.peak(moment);
        return id_of(state.end());
    };
    EXPECT_EQ(with({}, 3), std::nullopt);
    EXPECT_EQ(with({{0, 2}, {4, 9}}, 3), std::nullopt);
    EXPECT_EQ(with({{4, 9}, {0, 2}}, 4), finding_id::missing_peak_rows);
    EXPECT_EQ(with({{4, 9}, {0, 2}, {20, 30}, {2, 4}}, 3), finding_id::missing_peak_rows);
    EXPECT_EQ(with({{4, 9}, {0, 2}, {20, 30}, {1, 25}}, 15), finding_id::missing_peak_rows);
    EXPECT_EQ(with({{4, 9}, {0, 2}, {20, 30}, {1, 25}}, 31), std::nullopt);
    EXPECT_EQ(with({{9, 4}}, 5), std::nullopt);
    rules::peak_rows rows;
    rows.range({"x", {}, 0, 5});
    rows.peak(3);
    rows.row();
    EXPECT_FALSE(rows.end());
}

TEST(FileRule, CountsValues)
{
    rules::value_count values;
    values.value_lines(2);
    values.used_value();
    EXPECT_EQ(id_of(values.end()), finding_id::missing_values);
    values.used_value();
    EXPECT_FALSE(values.end());
}

} // namespace ballast::tests
