// What follows from the tables of members.
#include "ballast/ast/members.hpp"

#include "ballast/copy.hpp"
#include "ballast/difference.hpp"
#include "ballast/hash.hpp"
#include "ballast/walk.hpp"
#include "generate/mutate.hpp"
#include "generate/program.hpp"
#include "tests/support/support.hpp"

#include <set>
#include <utility>

namespace ballast::tests {

namespace {

struct with_optional {
    std::optional<std::int64_t> a;
    ast::maybe<std::int64_t> b;
    ast::shared<ast::shape> c;
    std::variant<bool, std::int64_t> d;
    ast::list<bool> e;
};
static_assert(ast::member_count<with_optional> == 5);
static_assert(ast::member_count<ast::elided_literal> == 0);
static_assert(ast::member_count<ast::metadata> == 10);
static_assert(!ast::structure<with_optional>);
static_assert(ast::structure<ast::dump>);

// Calls `f` with a conforming dump of each of many times.
template <typename F>
void for_dumps(F f)
{
    const auto points = generate::turning_points();
    for (std::size_t i = 0; i < points.size(); ++i) {
        choices from(i);
        generate::program made(from, points[i], 3000);
        for (const auto kind : generate::kinds_at(points[i])) {
            ast::arena memory;
            const auto dump = made.make(memory, kind);
            generate::nodes draw(from, memory, points[i]);
            f(dump, draw);
        }
    }
}

// An enumerator as the compiler calls it; a number where there is none.
template <auto E>
constexpr const char* raw_name()
{
    return __PRETTY_FUNCTION__;
}
template <auto E>
std::string name_of()
{
    const std::string_view text = raw_name<E>();
    const auto begin = text.find("E = ") + 4;
    const auto value = text.substr(begin, text.find_first_of(";]", begin) - begin);
    if (value[0] == '(') return {};
    auto name = std::string(value.substr(value.rfind(':') + 1));
    while (!name.empty() && name.back() == '_') name.pop_back();
    return name;
}
template <typename E>
void check_enumerators()
{
    constexpr auto count = ast::enumerator_count<E>();
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        const std::vector<std::string> names{name_of<static_cast<E>(I)>()...};
        for (std::size_t i = 0; i < count; ++i) EXPECT_NE(names[i], "") << i;
        if constexpr (!std::is_same_v<decltype(ast::enumerators<E>), const ast::no_table>)
            for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(names[i], ast::enumerators<E>[i]);
    }(std::make_index_sequence<count>());
    EXPECT_EQ(name_of<static_cast<E>(count)>(), "");
}

} // namespace

TEST(Members, EnumsAreWhole)
{
    check_enumerators<ast::size_unit>();
    check_enumerators<ast::dimension_kind>();
    check_enumerators<ast::mesh_form>();
    check_enumerators<ast::reduction>();
    check_enumerators<ast::named_sharding::body>();
    check_enumerators<ast::text_form>();
    check_enumerators<ast::branch>();
    check_enumerators<ast::dump_kind>();
    check_enumerators<ast::value_line_form>();
    check_enumerators<ast::from_form>();
    check_enumerators<ast::empty_uses_form>();
    check_enumerators<ast::index_mark_form>();
    check_enumerators<ast::empty_literal_form>();
    check_enumerators<ast::level_order>();
    check_enumerators<ast::element_kind>();
    check_enumerators<ast::opcode_kind>();
    check_enumerators<ast::async_suffix>();
    check_enumerators<ast::attribute_kind>();
    check_enumerators<ast::keyword>();
    check_enumerators<ast::subgroup>();
}

TEST(Members, StandInTheirOrder)
{
    ast::peak_row row{"add.1", {}, 512, 1024};
    std::string names;
    ast::for_each_member(row, [&](std::string_view name, auto& member) {
        names += std::string(name) + " ";
        if constexpr (std::is_same_v<decltype(member), std::int64_t&>) member = 7;
    });
    EXPECT_EQ(names, "name index bytes cumulative ");
    EXPECT_EQ(row.bytes, 7);
}

TEST(Copies, AreEqualAndStandAlone)
{
    for (const auto& name : golden_dumps()) {
        const auto text = golden_dump(name);
        ast::arena memory;
        ast::dump copied;
        {
            const auto read = accepted(text);
            copied = ast::copy(read.dump(), memory);
            EXPECT_EQ(copied, read.dump()) << name;
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

// Two trees are equal, have one hash and no difference, or none of the three. Small changes tell members that an
// algorithm forgot.
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

// All that a member holds counts: each member of a node is changed on its own.
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
    EXPECT_EQ(hashes.size(), 10U);
}

// A list that ends earlier is not the beginning of the next member.
TEST(Hashes, TellWhereListsEnd)
{
    ast::arena memory;
    const auto row = memory.make_list<std::int64_t>({1});
    EXPECT_NE(ast::hash_of(ast::iota_order{row, {}}), ast::hash_of(ast::iota_order{{}, row}));
    EXPECT_NE(ast::hash_of(ast::value_position{"a", {}}), ast::hash_of(ast::value_position{"a", ast::shape_index{}}));
}

TEST(Differences, SayThePathAndBothSides)
{
    ast::arena memory;
    const auto with = [&](auto change) {
        ast::value_line line;
        line.value = {7, "sum.1", ast::shape_index{}, false, 0};
        line.size = 512;
        line.shape = memory.share(ast::shape{ast::array_shape{{ast::element_kind::f32, {}}, {}, {}, false}});
        ast::allocation allocation;
        change(allocation, line);
        allocation.values = memory.make_list({ast::value_line{}, line});
        ast::dump dump;
        dump.allocations = memory.make_list({allocation});
        return dump;
    };
    const auto plain = with([](auto&, auto&) {});
    const auto said = [&](auto change) {
        const auto difference = ast::first_difference(plain, with(change));
        return difference ? difference->to_string("dump") : "";
    };
    EXPECT_EQ(said([](auto&, auto&) {}), "");
    EXPECT_EQ(said([](auto& a, auto&) { a.at.offset = 9; }), "");
    EXPECT_EQ(said([](auto&, auto& v) { v.size = 513; }), "dump.allocations[0].values[1].size: 512 and 513");
    EXPECT_EQ(said([](auto&, auto& v) { v.value.name = "sum"; }),
              "dump.allocations[0].values[1].value.name: `sum.1` and `sum`");
    EXPECT_EQ(said([](auto&, auto& v) { v.value.index.reset(); }),
              "dump.allocations[0].values[1].value.index: 0 elements and nothing");
    EXPECT_EQ(said([](auto& a, auto&) { a.constant = true; }), "dump.allocations[0].constant: false and true");
    EXPECT_EQ(said([&](auto&, auto& v) { v.shape = memory.share(ast::shape{ast::tuple_shape{}}); }),
              "dump.allocations[0].values[1].shape.form: array_shape and tuple_shape");
    EXPECT_EQ(said([&](auto&, auto& v) {
                  v.shape = memory.share(ast::shape{ast::array_shape{{ast::element_kind::s8, {}}, {}, {}, false}});
              }),
              "dump.allocations[0].values[1].shape.form.type.kind: `f32` and `s8`");
    auto kind = plain;
    kind.kind = ast::dump_kind::assignment;
    EXPECT_EQ(ast::first_difference(plain, kind)->to_string("dump"), "dump.kind: `combined` and `assignment`");
    auto empty = plain;
    empty.allocations = {};
    EXPECT_EQ(ast::first_difference(plain, empty)->to_string("dump"), "dump.allocations: 1 elements and 0 elements");
}

TEST(Walks, MeetEveryNode)
{
    const auto read = accepted(golden_dump("d16.txt"));
    const auto& dump = read.dump();
    std::size_t values = 0;
    std::size_t shapes = 0;
    std::size_t nodes = 0;
    ast::for_each_node(dump, [&](const auto& node) {
        using type = std::decay_t<decltype(node)>;
        ++nodes;
        if constexpr (std::is_same_v<type, ast::value_line>) ++values;
        if constexpr (std::is_same_v<type, ast::shape>) ++shapes;
    });
    std::size_t expected = 0;
    for (const auto& a : dump.allocations) expected += a.values.size();
    EXPECT_EQ(values, expected);
    EXPECT_GE(shapes, values);
    // Below an allocation nothing is met where it is turned down.
    std::size_t met = 0;
    ast::for_each_node(dump, [&](const auto& node) {
        ++met;
        return !std::is_same_v<std::decay_t<decltype(node)>, ast::allocation>;
    });
    EXPECT_LT(met, nodes - values);
}

} // namespace ballast::tests
