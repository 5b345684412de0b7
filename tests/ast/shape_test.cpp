// Parts of shapes.
#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(Shapes, PartsAreFoundByIndex)
{
    const auto f = accepted(entry::shape, "(f32[1]{0}, (s32[], pred[2]{0}))");
    const auto& s = std::get<ast::shape>(f.node());
    const std::int64_t path[] = {1, 1, 0};
    EXPECT_EQ(type(*ast::subshape(s, {path, 2})), ast::element_kind::pred);
    EXPECT_EQ(ast::subshape(s, {}), &s);
    EXPECT_EQ(ast::subshape(s, {path, 3}), nullptr);
    const std::int64_t beyond[] = {2};
    EXPECT_EQ(ast::subshape(s, {beyond, 1}), nullptr);
}

} // namespace ballast::tests
