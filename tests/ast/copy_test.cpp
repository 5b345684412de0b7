// Trees in another arena.
#include "ballast/ast/copy.hpp"

#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(Copies, AreEqualAndStandAlone)
{
    for (const auto& name : golden_dumps()) {
        const auto text = golden_dump(name);
        ast::arena memory;
        ast::tree copied;
        {
            const auto read = accepted(text);
            copied = std::visit([&](const auto& held) { return ast::tree(ast::copy(held, memory)); }, read.tree());
            EXPECT_EQ(copied, read.tree()) << name;
        }
        EXPECT_EQ(printed([&](sink& out) { print(out, copied); }), text) << name;
    }
}

TEST(Copies, ShareWhatWasShared)
{
    const auto read = accepted("BufferAssignment:\nallocation 0: size 8, preallocated-temp:\n"
                               " value: <0 a @0> (size=4,offset=0): f32[1]{0}\n"
                               " value: <1 b @0> (size=4,offset=4): f32[1]{0}\n"
                               " value: <2 c @0> (size=4,offset=4): f32[]\n");
    ast::arena memory;
    const auto values = ast::copy(read.dump(), memory).allocations[0].values;
    EXPECT_NE(values[0].shape.get(), read.dump().allocations[0].values[0].shape.get());
    EXPECT_EQ(values[0].shape.get(), values[1].shape.get());
    EXPECT_NE(values[0].shape, values[2].shape);
    EXPECT_EQ(ast::copy(ast::metadata{}, memory).rare.get(), ast::metadata{}.rare.get());
}

} // namespace ballast::tests
