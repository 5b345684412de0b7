// The memory that a program takes on a TPU.
#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(TpuUsage, HasSections)
{
    const auto read = accepted(golden_dump("tpu_usage.txt"));
    ASSERT_TRUE(read.tpu_usage());
    const auto& sections = read.tpu_usage()->sections;
    ASSERT_EQ(sections.size(), 8U);
    EXPECT_EQ(std::get<ast::tpu_share>(sections[7].form).parameters, 1);
    EXPECT_EQ(std::get<ast::tpu_total>(sections[2].form).arguments, (ast::human_size{480, ast::size_unit::gib}));
    EXPECT_TRUE(std::get<ast::tpu_program>(sections[6].form).rows.empty());
}

} // namespace ballast::tests
