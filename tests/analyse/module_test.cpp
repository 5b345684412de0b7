// Parts of a text that are read again are equal to those of its tree.
#include "analyse/bare_shape.hpp"
#include "analyse/module.hpp"
#include "tests/support/support.hpp"

#include <map>
#include <optional>

namespace ballast::tests {

namespace {

// The rows of a dump are in the order of its records.
void expect_the_nodes_again(const std::string& text, const std::string& name)
{
    SCOPED_TRACE(name);
    const auto read = parse(text);
    if (!read.accepted()) return;
    const auto* dump = std::get_if<ast::dump>(&read.value->tree());
    if (!dump) return;
    parse_options parsing;
    parsing.form_only = true;
    const auto form = parse(text, parsing);
    const document* const files = &*form.value;
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
            ASSERT_EQ(module.shape_with_layout(shape), analyse::text_of(*value.shape));
            const auto* array = value.shape->array();
            const auto facts = module.facts_of(shape);
            ASSERT_EQ(facts.type == "tuple", value.shape->is_tuple());
            ASSERT_EQ(facts.rank, array ? static_cast<std::int64_t>(array->dimensions.size()) : -1);
            ast::arena memory;
            ASSERT_EQ(module.shape_text(shape), analyse::text_of(analyse::without_layout(*value.shape, memory)));
        }
}

// Of files read with their trees, and with only their form.
struct answers {
    std::optional<memory_analysis> memory;
    std::vector<buffer_story> stories;

    bool operator==(const answers&) const = default;
};
std::optional<answers> answers_of(const std::vector<std::string>& texts, bool form_only)
{
    parse_options parsing;
    parsing.form_only = form_only;
    std::vector<document> read;
    for (const auto& text : texts) {
        auto result = parse(text, parsing);
        if (!result.accepted()) return std::nullopt;
        read.push_back(std::move(*result.value));
    }
    std::vector<const document*> module;
    for (const auto& r : read) module.push_back(&r);
    answers result{memory_of(module, {.step = 2, .stacks = true, .buffers = true}), {}};
    for (const auto* value : {"0", "3", "7"})
        for (auto& story : stories_of(module, value).stories) result.stories.push_back(std::move(story));
    return result;
}

} // namespace

TEST(Module, ReadsInstructionsAndShapesAgain)
{
    for (const auto& name : golden_dumps()) expect_the_nodes_again(golden_dump(name), name);
    if (!corpus()) return; // Corpus.IsThereOrSaidToBeAbsent says so
    for (const auto& entry : fs::recursive_directory_iterator(*corpus()))
        if (entry.path().extension() == ".txt")
            expect_the_nodes_again(read_file(entry.path()), entry.path().filename().string());
}

TEST(Module, SaysTheSameOfTextsWithoutTheirTree)
{
    std::size_t told = 0;
    for (const auto& name : golden_dumps()) {
        const auto expected = answers_of({golden_dump(name)}, false);
        EXPECT_EQ(answers_of({golden_dump(name)}, true), expected) << name;
        told += expected ? expected->stories.size() : 0;
    }
    EXPECT_GT(told, 10U);
    std::map<std::string, std::vector<std::string>> modules;
    for (const auto& entry : fs::directory_iterator(golden() / "modules"))
        modules[entry.path().filename().string().substr(0, 11)].push_back(read_file(entry.path()));
    ASSERT_GE(modules.size(), 4U);
    for (const auto& [name, files] : modules) {
        const auto expected = answers_of(files, false);
        ASSERT_TRUE(expected) << name;
        EXPECT_EQ(answers_of(files, true), expected) << name;
    }
    if (!corpus()) return; // Corpus.IsThereOrSaidToBeAbsent says so
    for (const auto& entry : fs::recursive_directory_iterator(*corpus()))
        if (entry.path().extension() == ".txt") {
            const auto text = read_file(entry.path());
            EXPECT_EQ(answers_of({text}, true), answers_of({text}, false)) << entry.path();
        }
}

// A mapped file can be changed after it was accepted.
TEST(Module, SaysNothingOfATextThatChanged)
{
    const auto text = golden_dump("d16.txt");
    const written_later made(text);
    const auto& read = made.read;
    const document* const files = &*read.value;
    EXPECT_TRUE(memory_of({&files, 1}));
    EXPECT_FALSE(stories_of({&files, 1}, "0").stories.empty());
    made.bytes[text.size() / 2] = '#';
    EXPECT_FALSE(memory_of({&files, 1}));
    EXPECT_TRUE(stories_of({&files, 1}, "0").stories.empty());
}

// The instruction stays valid until two more are requested.
TEST(Module, KeepsTheLastTwoInstructions)
{
    parse_options parsing;
    parsing.form_only = true;
    const auto read = parse(golden_dump("d17.txt"), parsing);
    ASSERT_TRUE(read.accepted());
    const document* const files = &*read.value;
    analyse::module module({&files, 1});
    const auto* first = module.instruction(0);
    ASSERT_TRUE(first);
    const auto name = std::string(first->name);
    const auto* second = module.instruction(1);
    ASSERT_TRUE(second);
    EXPECT_EQ(module.instruction(0), first);
    EXPECT_EQ(first->name, name);
    EXPECT_EQ(module.instruction(1), second);
    EXPECT_EQ(module.instruction(model::none), nullptr);
    EXPECT_EQ(module.metadata(model::none), nullptr);
}

} // namespace ballast::tests
