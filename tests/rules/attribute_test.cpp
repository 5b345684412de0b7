// Values against keys and opcodes.
#include "tests/support/well_formed.hpp"

namespace ballast::tests {

TEST(AttributeRule, WantsTheKindOfValueThatTheKeyHas)
{
    ast::attribute attribute;
    attribute.key.kind = ast::attribute_kind::dimensions;
    const ast::opcode reduce{ast::opcode_kind::reduce, ast::async_suffix::none, {}};
    attribute.value = ast::attribute_text{"{0}"};
    EXPECT_EQ(only(well_formed(attribute, reduce)), finding_id::attribute_value);
    attribute.value = ast::integers{};
    EXPECT_EQ(only(well_formed(attribute, reduce)), std::nullopt);
    attribute.key.kind = ast::attribute_kind::feature_group_count;
    attribute.value = std::int64_t{1};
    const ast::opcode convolution{ast::opcode_kind::convolution, ast::async_suffix::none, {}};
    EXPECT_EQ(only(well_formed(attribute, convolution)), finding_id::default_value);
}

} // namespace ballast::tests
