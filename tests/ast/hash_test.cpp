// Hashes of trees.
#include "ballast/ast/hash.hpp"

#include "ballast/ast/copy.hpp"
#include "ballast/ast/difference.hpp"
#include "generate/mutate.hpp"
#include "generate/program.hpp"
#include "tests/support/support.hpp"

#include <iostream>
#include <set>

namespace ballast::tests {

namespace {

// Calls `f` with a conforming dump of each of many times.
template <typename F>
void for_dumps(F f)
{
    const auto points = turning_points();
    for (std::size_t i = 0; i < points.size(); ++i) {
        random_source from(i);
        generate::program made(from, points[i], 3000);
        for (const auto kind : kinds_at(points[i])) {
            ast::arena memory;
            const auto dump = made.make(memory, kind);
            generate::nodes draw(from, memory, points[i]);
            f(dump, draw);
        }
    }
}

} // namespace

// Two trees are equal, have the same hash and no difference, or none of the three. Small changes find members that an
// algorithm omits.
TEST(Hashes, AndDifferencesAgreeWithEquality)
{
    std::size_t changed = 0;
    std::set<std::string> paths;
    for_dumps([&](const ast::dump& dump, generate::nodes& draw) {
        ast::arena memory;
        const auto same = ast::copy(dump, memory);
        ASSERT_EQ(same, dump);
        EXPECT_EQ(ast::hash_of(same), ast::hash_of(dump));
        EXPECT_FALSE(ast::first_difference(same, dump).has_value());
        for (int i = 0; i < 20; ++i) {
            const auto other = generate::mutated(dump, nullptr, draw);
            const auto difference = ast::first_difference(dump, other);
            EXPECT_EQ(ast::hash_of(other) == ast::hash_of(dump), other == dump);
            ASSERT_EQ(difference.has_value(), other != dump);
            EXPECT_EQ(ast::copy(other, memory), other);
            if (!difference) continue;
            ++changed;
            std::string path;
            for (const char c : difference->path)
                if (c < '0' || c > '9') path += c;
            paths.insert(path);
            EXPECT_NE(difference->left, difference->right) << difference->to_string("dump");
        }
    });
    EXPECT_GT(changed, 1000U);
    std::cout << changed << " changes in " << paths.size() << " places\n";
    for (const auto* path : {"frame", "allocations", "allocations[].values[].size", "allocations[].values[].value.id",
                             "allocations[].parameter", "total", "used_values", "used_values[].value.name",
                             "used_values[].instruction.attributes", "live_range.rows", "live_range.sequence[].name"})
        EXPECT_TRUE(paths.contains(path)) << path;
}

// Every member counts: each member of a node is changed on its own.
TEST(Hashes, LookAtEveryMember)
{
    ast::allocation a;
    const auto plain = ast::hash_of(a);
    std::set<std::uint64_t> hashes{plain};
    ast::for_each_member(a, [&](std::string_view name, auto& member) {
        using type = std::decay_t<decltype(member)>;
        const auto before = member;
        if constexpr (std::is_same_v<type, std::int64_t> || std::is_same_v<type, bool>)
            member = 1;
        else if constexpr (std::is_same_v<type, ast::maybe<std::int64_t>> ||
                           std::is_same_v<type, std::optional<std::uint64_t>>)
            member.emplace();
        else if constexpr (std::is_same_v<type, ast::position>)
            member.offset = 7;
        else
            return;
        EXPECT_EQ(hashes.insert(ast::hash_of(a)).second, name != "at") << name;
        member = before;
    });
    EXPECT_GE(hashes.size(), 10U);
}

// The end of a list is not confused with the beginning of the next member.
TEST(Hashes, TellWhereListsEnd)
{
    ast::arena memory;
    const auto row = memory.make_list<std::int64_t>({1});
    EXPECT_NE(ast::hash_of(ast::iota_order{row, {}}), ast::hash_of(ast::iota_order{{}, row}));
    EXPECT_NE(ast::hash_of(ast::value_position{"a", {}}), ast::hash_of(ast::value_position{"a", ast::shape_index{}}));
}

} // namespace ballast::tests
