// Checks of values for keys and opcodes.
#include "ast/attribute_table.hpp"
#include "tests/support/well_formed.hpp"

#include <array>

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

// Each simple form of a value accepts only its own values.
TEST(AttributeRule, TakesValuesOfTheKeysFormOnly)
{
    ast::arena memory;
    const std::array<std::string_view, 1> names{"a"};
    const std::array<std::int64_t, 1> one{3};
    struct sample {
        decltype(ast::attribute::value) value;
        std::vector<value_form> fits;
    };
    using enum value_form;
    const std::vector<sample> samples{
        {ast::attribute_text{"3"}, {}},
        {std::int64_t{3}, {integer}},
        {false, {boolean}},
        {true, {boolean, only_true}},
        {ast::computation{"a"}, {computation}},
        {ast::computations{}, {computations}},
        {ast::computations{memory.make_list<std::string_view>(names)}, {computations, some_computations}},
        {ast::integers{}, {integers}},
        {ast::integers{memory.make_list<std::int64_t>(one)}, {integers, some_integers}},
    };
    std::size_t plain = 0;
    for (std::size_t i = 1; i < ast::attribute_kind_count; ++i) {
        ast::attribute attribute;
        attribute.key.kind = static_cast<ast::attribute_kind>(i);
        const auto form = form_of(attribute.key.kind);
        if (form == special) continue;
        ++plain;
        for (const auto& [value, fits] : samples) {
            attribute.value = value;
            const bool taken = std::ranges::find(fits, form) != fits.end();
            EXPECT_EQ(well_formed(attribute, {}).empty(), taken)
                << spelling(attribute.key.kind) << ", value of kind " << value.index();
        }
    }
    EXPECT_GT(plain, 50U);
}

} // namespace ballast::tests
