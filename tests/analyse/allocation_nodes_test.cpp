// Allocations as nodes that are made of rows: the same as those of the tree, in what is kept of them.
#include "analyse/allocation_nodes.hpp"

#include "ballast/ast/order.hpp"
#include "model/model.hpp"
#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

void expect_same(const ast::list<ast::allocation>& made, std::int64_t base, const ast::list<ast::allocation>& expected)
{
    ASSERT_EQ(made.size(), expected.size());
    for (std::size_t i = 0; i < made.size(); ++i) {
        SCOPED_TRACE(expected[i].number);
        auto reduced = expected[i];
        reduced.pointer.reset();
        reduced.page = {};
        reduced.values = {};
        reduced.reused = {};
        auto bare = made[i];
        bare.values = {};
        EXPECT_EQ(bare, reduced);
        EXPECT_EQ(bare.at.offset + base, reduced.at.offset);
        ASSERT_EQ(made[i].values.size(), expected[i].values.size());
        for (std::size_t k = 0; k < made[i].values.size(); ++k) {
            const auto& a = made[i].values[k];
            const auto& b = expected[i].values[k];
            EXPECT_EQ(std::tuple(a.value.id, a.size, a.offset), std::tuple(b.value.id, b.size, b.offset));
            EXPECT_EQ(a.shape, b.shape);
        }
    }
}

} // namespace

TEST(AllocationNodes, AreThoseOfTheTree)
{
    constexpr std::int64_t base = 7;
    std::size_t parameters = 0;
    for (const auto& name : golden_dumps()) {
        SCOPED_TRACE(name);
        const auto read = accepted(golden_dump(name));
        ast::arena memory;
        ast::list<ast::allocation> made;
        {
            // The nodes that shapes were told of are gone then.
            const auto again = accepted(golden_dump(name));
            analyse::kept_shapes shapes(memory);
            model::builder records(again.text(), true);
            records.tell_shapes([&](model::number row, const ast::shape& node) { shapes.keep(row, node); });
            ast::hand_records(ast::tree_file{again.dump()}, records);
            made = analyse::allocation_nodes(records.finish(), shapes, memory, base);
        }
        expect_same(made, base, read.dump().allocations);
        for (const auto& a : made) parameters += a.parameter ? 1U : 0U;
    }
    EXPECT_GT(parameters, 10U);
}

} // namespace ballast::tests
