// Differences of two trees.
#include "ballast/ast/difference.hpp"

#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(Differences, SayThePathAndBothSides)
{
    ast::arena memory;
    const auto with = [&](auto change) {
        ast::value_line line;
        line.value = {7, "sum.1", ast::shape_index{}, false, 0};
        line.size = 512;
        line.shape = memory.share(ast::shape{ast::array_shape{{ast::element_kind::f32, {}}, {}, {}, false}});
        ast::allocation allocation;
        change(allocation, line);
        allocation.values = memory.make_list({ast::value_line{}, line});
        ast::dump dump;
        dump.allocations = memory.make_list({allocation});
        return dump;
    };
    const auto plain = with([](auto&, auto&) {});
    const auto output = [&](auto change) {
        const auto difference = ast::first_difference(plain, with(change));
        return difference ? difference->to_string("dump") : "";
    };
    EXPECT_EQ(output([](auto&, auto&) {}), "");
    EXPECT_EQ(output([](auto& a, auto&) { a.at.offset = 9; }), "");
    EXPECT_EQ(output([](auto&, auto& v) { v.size = 513; }), "dump.allocations[0].values[1].size: 512 and 513");
    EXPECT_EQ(output([](auto&, auto& v) { v.value.name = "sum"; }),
              "dump.allocations[0].values[1].value.name: `sum.1` and `sum`");
    EXPECT_EQ(output([](auto&, auto& v) { v.value.index.reset(); }),
              "dump.allocations[0].values[1].value.index: 0 elements and nothing");
    EXPECT_EQ(output([](auto& a, auto&) { a.constant = true; }), "dump.allocations[0].constant: false and true");
    EXPECT_EQ(output([&](auto&, auto& v) { v.shape = memory.share(ast::shape{ast::tuple_shape{}}); }),
              "dump.allocations[0].values[1].shape.form: array_shape and tuple_shape");
    EXPECT_EQ(output([&](auto&, auto& v) {
                  v.shape = memory.share(ast::shape{ast::array_shape{{ast::element_kind::s8, {}}, {}, {}, false}});
              }),
              "dump.allocations[0].values[1].shape.form.type.kind: `f32` and `s8`");
    auto kind = plain;
    kind.kind = ast::dump_kind::assignment;
    EXPECT_EQ(ast::first_difference(plain, kind)->to_string("dump"), "dump.kind: `combined` and `assignment`");
    auto empty = plain;
    empty.allocations = {};
    EXPECT_EQ(ast::first_difference(plain, empty)->to_string("dump"), "dump.allocations: 1 elements and 0 elements");
}

} // namespace ballast::tests
