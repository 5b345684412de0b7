// The allocations that are collected from records are equal to those of the tree, apart from parts that are not
// collected.
#include "analyse/allocation_nodes.hpp"

#include "ballast/ast/records.hpp"
#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

void expect_same(const ast::list<ast::allocation>& made, const ast::list<ast::allocation>& expected)
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
        EXPECT_EQ(bare.at.offset, reduced.at.offset);
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
    std::size_t parameters = 0;
    for (const auto& name : golden_dumps()) {
        SCOPED_TRACE(name);
        const auto text = golden_dump(name);
        const auto read = accepted(text);
        for (const std::int64_t batch : {1, 300}) {
            parse_options options;
            options.form_only = true;
            const auto streamed = parse(text, options);
            ASSERT_TRUE(streamed.accepted());
            ast::arena memory;
            analyse::allocation_collector all(memory);
            ASSERT_TRUE(streamed.value->for_each_record({.batch_bytes = batch}, all));
            const auto made = all.take();
            expect_same(made, read.dump().allocations);
            for (const auto& a : made) parameters += a.parameter ? 1U : 0U;
        }
    }
    EXPECT_GT(parameters, 10U);
}

} // namespace ballast::tests
