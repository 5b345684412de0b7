// Reflection over the structs of the tree, for generic copying, hashing, comparing and walking. Each struct lists its
// members in `members`; an incomplete list does not compile.
#pragma once

#include "ballast/ast.hpp"
#include "ballast/list.hpp"
#include "ballast/maybe.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace ballast::inline v0::ast {

// A member with its name.
template <typename Owner, typename Type>
struct member {
    std::string_view name;
    Type Owner::* place;
};

// The name of a struct and its members, in order.
template <typename... Members>
struct member_table {
    std::string_view name;
    std::tuple<Members...> all;
};

namespace detail {

struct anything {
    template <typename T>
    operator T() const;
};

template <std::size_t>
using any = anything;

template <typename Owner, typename A, typename B>
consteval bool same_member(const member<Owner, A>& a, const member<Owner, B>& b)
{
    if (a.name == b.name) return true;
    if constexpr (std::is_same_v<A, B>)
        return a.place == b.place;
    else
        return false;
}

template <typename First, typename... Rest>
consteval bool distinct(const First& first, const Rest&... rest)
{
    if constexpr (sizeof...(Rest) == 0)
        return true;
    else
        return !(same_member(first, rest) || ...) && distinct(rest...);
}

// The argument of `members`: `m("name", &type::member)` makes a member, `m("type", …)` makes the table.
struct lister {
    template <typename Owner, typename Type>
    consteval member<Owner, Type> operator()(std::string_view name, Type Owner::* place) const
    {
        return {name, place};
    }
    template <typename Owner, typename... Types>
    consteval auto operator()(std::string_view name, member<Owner, Types>... all) const
    {
        if (!distinct(all...)) throw "a member is listed twice";
        return member_table<member<Owner, Types>...>{name, {all...}};
    }
    consteval member_table<> operator()(std::string_view name) const { return {name, {}}; }
};

} // namespace detail

// True if an aggregate has exactly `Count` members.
template <typename T, std::size_t Count>
inline constexpr bool has_members = []<std::size_t... I>(std::index_sequence<I...>) {
    return requires { T{detail::any<I>{}...}; } && !requires { T{detail::any<I>{}..., detail::anything{}}; };
}(std::make_index_sequence<Count>{});

// A struct that lists its members.
template <typename T>
concept structure = requires { T::members(detail::lister{}); };

template <structure T>
inline constexpr auto members = T::members(detail::lister{});
template <structure T>
inline constexpr std::size_t member_count = std::tuple_size_v<decltype(members<T>.all)>;

// The table of a struct, checked to have every member.
template <structure T>
constexpr const auto& all_members()
{
    static_assert(has_members<T, member_count<T>>, "the struct has a member that it does not list");
    return members<T>.all;
}

struct no_table {};

// The names of the values of an enum, starting at 0. Enums with spellings have `last_enumerator` instead.
template <typename E>
inline constexpr no_table enumerators{};
template <typename E>
inline constexpr no_table last_enumerator{};

template <typename T, template <typename...> class Template>
inline constexpr bool is_a = false;
template <template <typename...> class Template, typename... Types>
inline constexpr bool is_a<Template<Types...>, Template> = true;

// Types that hold at most one node.
template <typename T>
concept optional_node = is_a<T, box> || is_a<T, maybe> || is_a<T, std::optional>;

template <typename E>
[[nodiscard]] constexpr std::size_t enumerator_count()
{
    if constexpr (std::is_same_v<decltype(enumerators<E>), const no_table>)
        return static_cast<std::size_t>(last_enumerator<E>) + 1;
    else
        return enumerators<E>.size();
}

// The name of a value of an enum, or its spelling.
template <typename E>
[[nodiscard]] std::string_view enumerator_name(E value)
{
    if constexpr (std::is_same_v<decltype(enumerators<E>), const no_table>)
        return spelling(value);
    else
        return enumerators<E>[static_cast<std::size_t>(value)];
}

// Calls `f` with the name of and a reference to each member of a node, in order.
template <typename T, typename F>
    requires structure<std::remove_const_t<T>>
constexpr void for_each_member(T& node, F&& f)
{
    std::apply([&](const auto&... m) { (f(m.name, node.*m.place), ...); }, all_members<std::remove_const_t<T>>());
}

// --- enums -----------------------------------------------------------------------------------------------------------

// clang-format off
using namespace std::string_view_literals;

template <> inline constexpr std::array enumerators<size_unit>{
    "bytes"sv, "kib"sv, "mib"sv, "gib"sv, "tib"sv, "pib"sv, "eib"sv};
template <> inline constexpr auto last_enumerator<tpu_owner> = tpu_owner::overlays;
template <> inline constexpr std::array enumerators<tpu_failure>{"unnamed"sv, "compilation_failure"sv, "permanent_error"sv};
template <> inline constexpr std::array enumerators<tpu_advice>{"none"sv, "file_bug"sv, "link"sv, "see"sv};
template <> inline constexpr std::array enumerators<nan_sign>{"plus"sv, "minus"sv};
template <> inline constexpr std::array enumerators<dimension_kind>{"fixed"sv, "bounded"sv, "unbounded"sv};
template <> inline constexpr std::array enumerators<mesh_form>{"angle_glued"sv, "angle"sv, "bracket"sv, "quoted"sv,
                                                               "single"sv};
template <> inline constexpr std::array enumerators<reduction>{"none"sv, "max"sv, "min"sv};
template <> inline constexpr std::array enumerators<named_sharding::body>{
    "nothing"sv, "replicated"sv, "manual"sv, "unreduced"sv, "dimensions"sv};
template <> inline constexpr std::array enumerators<text_form>{"escaped"sv, "raw"sv, "either"sv, "dict"sv, "bare"sv};
template <> inline constexpr std::array enumerators<branch>{"top"sv, "inner"sv, "last"sv};
template <> inline constexpr std::array enumerators<dump_kind>{
    "assignment"sv, "combined"sv, "values"sv, "live_range"sv};
template <> inline constexpr std::array enumerators<allocation_end>{"unnamed"sv, "lower"sv, "upper"sv};
template <> inline constexpr std::array enumerators<summary_line>{"absent"sv, "once"sv, "twice"sv};
template <> inline constexpr std::array enumerators<retry_note>{"absent"sv, "early"sv, "late"sv};
template <> inline constexpr std::array enumerators<fragmentation_hint>{"absent"sv, "early"sv, "late"sv};
template <> inline constexpr std::array enumerators<chunk_form>{"of_list"sv, "with_next"sv, "alone"sv};
template <> inline constexpr std::array enumerators<value_line_form>{"unseen"sv, "v1"sv, "v2"sv, "v3"sv, "v4"sv};
template <> inline constexpr std::array enumerators<from_form>{"unseen"sv, "tight"sv, "glued"sv, "own_line"sv};
template <> inline constexpr std::array enumerators<empty_uses_form>{"unseen"sv, "bare"sv, "none"sv};
template <> inline constexpr std::array enumerators<index_mark_form>{"unseen"sv, "absent"sv, "present"sv};
template <> inline constexpr std::array enumerators<empty_literal_form>{"unseen"sv, "one_blank"sv, "two_blanks"sv};
template <> inline constexpr std::array enumerators<level_order>{"unseen"sv, "after_tiles"sv, "before_tiles"sv};
template <> inline constexpr std::array enumerators<entry_layout_form>{"unseen"sv, "tight"sv, "spaced"sv};

// Enums with spellings.
template <> inline constexpr auto last_enumerator<element_kind> = element_kind::primitive_type_invalid;
template <> inline constexpr auto last_enumerator<opcode_kind> = opcode_kind::xor_;
template <> inline constexpr auto last_enumerator<async_suffix> = async_suffix::done;
template <> inline constexpr auto last_enumerator<attribute_kind> = attribute_kind::window;
template <> inline constexpr auto last_enumerator<keyword> = keyword::dot_f64_f64_f64;
template <> inline constexpr auto last_enumerator<subgroup> = subgroup::error_type;
// clang-format on

} // namespace ballast::inline v0::ast
