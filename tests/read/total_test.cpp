// The total, with and without its human-readable size.
#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

ast::total total_of(const std::string& text)
{
    const auto read = accepted("\n" + text + "\n\nUsed values:\n");
    return read.dump().total.value();
}

} // namespace

TEST(Totals, HoldNumberAndUnit)
{
    const auto d8 = accepted(golden_dump("d8.txt"));
    EXPECT_FALSE(d8.dump().total->human);
    const auto d9 = accepted(golden_dump("d9.txt"));
    EXPECT_EQ(d9.dump().total->bytes, 1688);
    EXPECT_EQ(d9.dump().total->human, (ast::human_size{16, ast::size_unit::kib}));
    EXPECT_EQ(total_of("Total bytes used: 7 (7B)").human, (ast::human_size{7, ast::size_unit::bytes}));
    EXPECT_EQ(total_of("Total bytes used: 1572864 (1.50MiB)").human, (ast::human_size{150, ast::size_unit::mib}));
}

TEST(Totals, MayContradictTheirSize)
{
    EXPECT_EQ(total_of("Total bytes used: 7 (1.1KiB)").human, (ast::human_size{11, ast::size_unit::kib}));
}

} // namespace ballast::tests
