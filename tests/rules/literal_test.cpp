// Checks of literals against shapes.
#include "tests/support/well_formed.hpp"

namespace ballast::tests {

TEST(LiteralRule, HoldsElementsAgainstTheirType)
{
    ast::arena memory;
    ast::array_shape shape;
    shape.type.kind = ast::element_kind::s8;
    shape.dimensions = memory.make_list<ast::dimension>({{2, {}}});
    ast::array_literal literal;
    literal.dimensions = memory.make_list<std::int64_t>({2});
    const auto with = [&](auto elements) {
        literal.elements = elements;
        return only(well_formed(ast::literal{literal}, ast::shape{shape}));
    };
    EXPECT_EQ(with(memory.make_list<std::int64_t>({-128, 127})), std::nullopt);
    EXPECT_EQ(with(memory.make_list<std::int64_t>({-129, 0})), finding_id::literal_element);
    EXPECT_EQ(with(memory.make_list<std::int64_t>({0, 128})), finding_id::literal_element);
    EXPECT_EQ(with(memory.make_list<std::int64_t>({0})), finding_id::literal_shape);
    EXPECT_EQ(with(memory.make_list<bool>({true, false})), finding_id::literal_element);
    shape.type.kind = ast::element_kind::f32;
    EXPECT_EQ(with(memory.make_list<ast::float_text>({{"1"}, {"0.1"}})), std::nullopt);
    EXPECT_EQ(with(memory.make_list<ast::float_text>({{"1"}, {"0.10"}})), finding_id::literal_element);
    shape.type.kind = ast::element_kind::token;
    EXPECT_EQ(with(memory.make_list<std::int64_t>({1, 2})), finding_id::literal_shape);
}

TEST(LiteralRule, WantsTheElementsBesideAShape)
{
    ast::arena memory;
    ast::array_shape shape;
    shape.type.kind = ast::element_kind::s8;
    shape.dimensions = memory.make_list<ast::dimension>({{12, {}}});
    const auto beside = [&](const ast::literal& value) {
        ast::shaped_literal literal;
        literal.form = memory.make(ast::literal_array{ast::shape{shape}, {}, value});
        ast::attribute attribute;
        attribute.key.kind = ast::attribute_kind::literal;
        attribute.value = memory.make(literal);
        return only(well_formed(attribute, {ast::opcode_kind::custom_call, ast::async_suffix::none, {}}));
    };
    ast::array_literal elements;
    elements.dimensions = memory.make_list<std::int64_t>({12});
    elements.elements = memory.make_list<std::int64_t>({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
    EXPECT_EQ(beside({elements}), std::nullopt);
    EXPECT_EQ(beside({ast::elided_literal{}}), finding_id::literal_shape);
}

} // namespace ballast::tests
