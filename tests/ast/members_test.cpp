// The tables of members, and the names of enums.
#include "ballast/ast/members.hpp"

#include "base/enumerators.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
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
static_assert(ast::has_members<with_optional, 5>);
static_assert(!ast::has_members<with_optional, 4> && !ast::has_members<with_optional, 6>);
static_assert(ast::member_count<ast::elided_literal> == 0 && ast::has_members<ast::elided_literal, 0>);
static_assert(ast::member_count<ast::metadata> == 10 && ast::has_members<ast::metadata, 10>);
static_assert(!ast::structure<with_optional>);
static_assert(ast::structure<ast::dump>);

// The table has the enumerators of the source, up to the last one.
template <typename E>
void check_enumerators()
{
    constexpr auto count = ast::enumerator_count<E>();
    EXPECT_EQ(count, ballast::enumerator_count<E>);
    if constexpr (!std::is_same_v<decltype(ast::enumerators<E>), const ast::no_table>) {
        const auto names = []<std::size_t... I>(std::index_sequence<I...>) {
            return std::vector<std::string_view>{ballast::enumerator_name<static_cast<E>(I)>...};
        }(std::make_index_sequence<count>());
        EXPECT_TRUE(std::ranges::equal(names, ast::enumerators<E>));
    }
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
    EXPECT_EQ(names, "name index bytes cumulative unknown_tail ");
    EXPECT_EQ(row.bytes, 7);
}

} // namespace ballast::tests
