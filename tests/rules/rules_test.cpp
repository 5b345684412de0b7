// Context rules over nodes that no text was read for.
#include "ballast/check.hpp"
#include "rules/files.hpp"
#include "rules/shape.hpp"
#include "rules/stack_trace.hpp"
#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

// What a rule finds fault with; nothing where it holds.
std::optional<finding_id> only(const std::vector<finding>& found)
{
    if (found.empty()) return std::nullopt;
    EXPECT_EQ(found.size(), 1U);
    EXPECT_FALSE(found.front().message().empty());
    EXPECT_EQ(found.front().severity, severity::error);
    EXPECT_NE(context_rule_of(found.front()), 0);
    return found.front().id;
}

ast::array_shape matrix(ast::arena& memory)
{
    ast::array_shape shape;
    shape.type.kind = ast::element_kind::f32;
    shape.dimensions = memory.make_list<ast::dimension>({{2, {}}, {3, {}}});
    shape.layout.emplace().minor_to_major = memory.make_list<std::int64_t>({1, 0});
    return shape;
}

ast::stack_row row(std::int64_t depth, ast::branch branch, std::int64_t remaining = 0)
{
    ast::stack_row result;
    result.depth = depth;
    result.branch = branch;
    result.label = "x";
    result.remaining = remaining;
    return result;
}

std::optional<finding_id> id_of(const rules::verdict& verdict)
{
    return verdict ? std::optional(verdict->id) : std::nullopt;
}
std::optional<finding_id> id_of(const rules::tree_verdict& verdict)
{
    return verdict ? std::optional(verdict->id) : std::nullopt;
}

} // namespace

TEST(LayoutRule, OrdersEachDimensionOnce)
{
    ast::arena memory;
    auto shape = matrix(memory);
    EXPECT_EQ(only(well_formed(ast::shape{shape})), std::nullopt);
    shape.layout->minor_to_major = memory.make_list<std::int64_t>({1});
    EXPECT_EQ(only(well_formed(ast::shape{shape})), finding_id::layout_rank);
    for (const std::int64_t wrong : {0, 2, -1}) {
        shape.layout->minor_to_major = memory.make_list<std::int64_t>({0, wrong});
        EXPECT_EQ(only(well_formed(ast::shape{shape})), finding_id::layout_rank) << wrong;
    }
}

TEST(LayoutRule, HoldsForManyDimensions)
{
    ast::layout layout;
    std::vector<std::int64_t> order(200);
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(order.size() - 1 - i);
    layout.minor_to_major = {order.data(), order.size()};
    EXPECT_FALSE(rules::check_layout(layout, 200));
    order[7] = order[130];
    EXPECT_TRUE(rules::check_layout(layout, 200));
    order[7] = 200;
    EXPECT_TRUE(rules::check_layout(layout, 200));
}

TEST(LayoutRule, SplitsOnlyDimensionsOfTheShape)
{
    ast::arena memory;
    auto shape = matrix(memory);
    const auto with = [&](std::int64_t dimension) {
        ast::layout_suffixes suffixes;
        suffixes.splits = memory.make_list<ast::split>({{dimension, memory.make_list<std::int64_t>({1})}});
        shape.layout->suffixes = memory.make(suffixes);
        return only(well_formed(ast::shape{shape}));
    };
    EXPECT_EQ(with(0), std::nullopt);
    EXPECT_EQ(with(1), std::nullopt);
    EXPECT_EQ(with(2), finding_id::split_dimension);
    EXPECT_EQ(refused(entry::shape, "f32[2]{0:SC(7:1)}").id, finding_id::split_dimension);
    EXPECT_EQ(refused(entry::layout, "{0:SC(7:1)}").id, finding_id::split_dimension);
    EXPECT_EQ(refused(entry::shape, "f32[2]{0:SC(7:1)P(f32[2]{0:SC(0:1)})}").begin, 9);
}

TEST(LayoutRule, LooksIntoTuplesAndPhysicalShapes)
{
    ast::arena memory;
    auto inner = matrix(memory);
    inner.layout->minor_to_major = memory.make_list<std::int64_t>({1, 1});
    const auto tuple = memory.make_list<ast::shape>({{inner}});
    EXPECT_EQ(only(well_formed(ast::shape{ast::tuple_shape{tuple}})), finding_id::layout_rank);
    EXPECT_EQ(only(well_formed(ast::shape{ast::buffer_shape{inner}})), finding_id::layout_rank);
    auto outer = matrix(memory);
    ast::layout_suffixes suffixes;
    suffixes.physical_shape = memory.make(ast::shape{inner});
    outer.layout->suffixes = memory.make(suffixes);
    EXPECT_EQ(only(well_formed(ast::shape{outer})), finding_id::layout_rank);
}

TEST(MarkRule, WantsTheIndexOfEveryFifthElement)
{
    EXPECT_FALSE(rules::check_index_mark(5, 5));
    EXPECT_FALSE(rules::check_index_mark(5, {}));
    EXPECT_TRUE(rules::check_index_mark(5, 10));
    EXPECT_TRUE(rules::check_index_mark(4, 4));
}

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

TEST(StackTreeRule, GrowsByOneLevel)
{
    using enum ast::branch;
    rules::stack_tree tree;
    EXPECT_EQ(id_of(tree.row(row(1, last))), finding_id::stack_depth);
    EXPECT_FALSE(tree.row(row(0, top)));
    EXPECT_FALSE(tree.row(row(1, inner)));
    EXPECT_EQ(id_of(tree.row(row(3, last))), finding_id::stack_depth);
    EXPECT_EQ(id_of(tree.row(row(0, last))), finding_id::stack_depth);
    EXPECT_EQ(id_of(tree.row(row(1, top))), finding_id::stack_depth);
    EXPECT_FALSE(tree.end(0));
}

TEST(StackTreeRule, WantsRailsUnderNodesWithALaterSibling)
{
    using enum ast::branch;
    rules::stack_tree tree;
    EXPECT_FALSE(tree.row(row(0, top), {}, 10));
    EXPECT_FALSE(tree.row(row(1, inner), {false}, 20));
    EXPECT_EQ(id_of(tree.row(row(2, last), {false, false}, 30)), finding_id::stack_rails);
    EXPECT_FALSE(tree.row(row(2, last), {false, true}, 40));
    EXPECT_EQ(id_of(tree.row(row(1, last), {true}, 50)), finding_id::stack_rails);
    // Another top-level node: there should have been a rail since the row at 20.
    const auto fault = tree.row(row(0, top), {}, 60);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->id, finding_id::stack_rails);
    EXPECT_EQ(fault->at, 20);
}

TEST(StackTreeRule, NoticesATreeThatWasCutOff)
{
    using enum ast::branch;
    rules::stack_tree empty;
    EXPECT_FALSE(empty.end(0));
    EXPECT_EQ(id_of(empty.end(8)), finding_id::stack_end);
    rules::stack_tree promised;
    EXPECT_FALSE(promised.row(row(0, top, 8)));
    EXPECT_FALSE(promised.row(row(1, inner, 8), 70));
    const auto fault = promised.end(8);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->id, finding_id::stack_end);
    EXPECT_EQ(fault->at, 70);
}

TEST(PeakRule, WantsARowWhereARangeCoversTheMoment)
{
    const auto with = [](std::initializer_list<std::pair<std::int64_t, std::int64_t>> ranges, std::int64_t moment) {
        rules::peak_rows state;
        for (const auto& [start, end] : ranges) state.range({"x", {}, start, end});
        state.peak(moment);
        return id_of(state.end());
    };
    EXPECT_EQ(with({}, 3), std::nullopt);
    EXPECT_EQ(with({{0, 2}, {4, 9}}, 3), std::nullopt);
    EXPECT_EQ(with({{4, 9}, {0, 2}}, 4), finding_id::missing_peak_rows);
    EXPECT_EQ(with({{4, 9}, {0, 2}, {20, 30}, {2, 4}}, 3), finding_id::missing_peak_rows);
    EXPECT_EQ(with({{4, 9}, {0, 2}, {20, 30}, {1, 25}}, 15), finding_id::missing_peak_rows);
    EXPECT_EQ(with({{4, 9}, {0, 2}, {20, 30}, {1, 25}}, 31), std::nullopt);
    EXPECT_EQ(with({{9, 4}}, 5), std::nullopt);
    rules::peak_rows told;
    told.range({"x", {}, 0, 5});
    told.peak(3);
    told.row();
    EXPECT_FALSE(told.end());
}

TEST(FileRule, CountsValues)
{
    rules::value_count values;
    values.value_lines(2);
    values.used_value();
    EXPECT_EQ(id_of(values.end()), finding_id::missing_values);
    values.used_value();
    EXPECT_FALSE(values.end());
}

// The trees of all dumps of our own hold every rule.
TEST(WellFormed, AreTheTreesThatWereRead)
{
    for (const auto& name : golden_dumps()) {
        const auto document = accepted(golden_dump(name));
        const auto found = well_formed(document.dump());
        EXPECT_TRUE(found.empty()) << name << ": " << found.front().message();
    }
}

} // namespace ballast::tests
