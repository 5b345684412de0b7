// The rows of a module lead to the nodes of its tree.
#include "analyse/bare_shape.hpp"
#include "analyse/module.hpp"
#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

// The rows of a dump are in the order of its records.
void expect_its_nodes(const std::string& text, const std::string& name)
{
    SCOPED_TRACE(name);
    const auto read = parse(text);
    if (!read.accepted()) return;
    const auto* dump = std::get_if<ast::dump>(&read.value->tree());
    if (!dump) return;
    const document* const files = &*read.value;
    analyse::module module({&files, 1});
    const auto& rows = module.rows();
    const auto first = rows.entries.size() - dump->used_values.size();
    for (std::size_t i = 0; i < dump->used_values.size(); ++i) {
        const auto& node = dump->used_values[i].instruction;
        const auto row = rows.entries[first + i].instruction;
        const auto* again = module.instruction(row);
        ASSERT_EQ(again != nullptr, node.get() != nullptr) << i;
        if (!again) continue;
        ASSERT_EQ(*again, *node) << i;
        ASSERT_EQ(module.metadata(row) != nullptr, node->metadata() != nullptr) << i;
    }
    std::size_t line = 0;
    for (const auto& a : dump->allocations)
        for (const auto& value : a.values) {
            const auto shape = rows.lines[line++].shape;
            ASSERT_EQ(module.shape(shape), *value.shape);
            const auto* array = value.shape->array();
            const auto facts = analyse::facts_of(module.shape(shape));
            ASSERT_EQ(facts.type == "tuple", value.shape->is_tuple());
            ASSERT_EQ(facts.rank, array ? static_cast<std::int64_t>(array->dimensions.size()) : -1);
            ast::arena memory;
            ASSERT_EQ(module.shape_text(shape), analyse::text_of(analyse::without_layout(*value.shape, memory)));
        }
}

} // namespace

TEST(Module, HasInstructionsAndShapes)
{
    for (const auto& name : golden_dumps()) expect_its_nodes(golden_dump(name), name);
    if (!corpus()) return; // Corpus.IsThereOrSaidToBeAbsent says so
    for (const auto& entry : fs::recursive_directory_iterator(*corpus()))
        if (entry.path().extension() == ".txt")
            expect_its_nodes(read_file(entry.path()), entry.path().filename().string());
}

TEST(Module, HasNoInstructionOfNoRow)
{
    const auto read = accepted(golden_dump("d17.txt"));
    const document* const files = &read;
    analyse::module module({&files, 1});
    EXPECT_TRUE(module.instruction(0));
    EXPECT_EQ(module.instruction(model::none), nullptr);
    EXPECT_EQ(module.metadata(model::none), nullptr);
}

} // namespace ballast::tests
