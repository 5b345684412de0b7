// The types of the tree as data.
#include "json/types.hpp"

#include "tests/support/support.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace ballast::tests {

namespace {

using json::kind;

// All types that are reached from a text.
std::vector<const json::type*> all_types()
{
    std::vector<const json::type*> found{&json::tree_file_type()};
    const auto add = [&](const json::type* of) {
        if (of && std::ranges::find(found, of) == found.end()) found.push_back(of);
    };
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto& of = *found[i];
        for (const auto& field : of.fields) add(field.of);
        for (const auto* alternative : of.alternatives) add(alternative);
        add(of.element);
    }
    return found;
}

} // namespace

TEST(JsonTypes, OfStructuresHaveNamesOfTheirOwn)
{
    std::map<std::string_view, const json::type*> names;
    for (const auto* of : all_types()) {
        if (of->kind != kind::structure) continue;
        EXPECT_TRUE(names.emplace(of->name, of).second) << of->name;
        std::set<std::string_view> fields;
        for (const auto& field : of->fields) EXPECT_TRUE(fields.insert(field.name).second) << of->name << field.name;
    }
    EXPECT_GT(names.size(), 100U);
}

TEST(JsonTypes, OfAlternativesHaveNamesOfTheirOwn)
{
    std::size_t seen = 0;
    for (const auto* of : all_types()) {
        std::set<std::string_view> names;
        for (const auto* alternative : of->alternatives) {
            ++seen;
            if (alternative->kind == kind::nothing) continue;
            EXPECT_FALSE(alternative->name.empty());
            EXPECT_TRUE(names.insert(alternative->name).second) << alternative->name;
        }
    }
    EXPECT_GT(seen, 60U);
}

// A member without a value is absent: only words that can have no spelling are not required.
TEST(JsonTypes, WordsAreRequiredIfTheyAreSpelled)
{
    std::size_t optional = 0;
    for (const auto* of : all_types())
        for (const auto& field : of->fields) {
            if (field.of->kind != kind::word) continue;
            const auto& spellings = field.of->spellings().by_value;
            EXPECT_EQ(field.required, std::ranges::find(spellings, std::string_view()) == spellings.end())
                << of->name << '.' << field.name;
            if (!field.required) {
                ++optional;
                EXPECT_EQ(spellings[*static_cast<const std::uint8_t*>(field.of->initial)], "") << field.name;
            }
        }
    EXPECT_GT(optional, 0U);
}

TEST(JsonTypes, WordsAreFound)
{
    std::size_t seen = 0;
    for (const auto* of : all_types()) {
        if (of->kind != kind::word) continue;
        const auto& words = of->spellings();
        for (std::size_t i = 0; i < words.by_value.size(); ++i, ++seen) {
            const auto* const found = words.find(words.by_value[i]);
            ASSERT_NE(found, nullptr) << words.by_value[i];
            EXPECT_EQ(*found, i) << words.by_value[i];
        }
        EXPECT_EQ(words.find("no such word"), nullptr);
        EXPECT_EQ(words.find("~"), nullptr);
    }
    EXPECT_GT(seen, 200U);
}

} // namespace ballast::tests
