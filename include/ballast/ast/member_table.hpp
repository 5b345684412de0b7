// Tables of members: what copies, hashes, compares and walks any node.
#pragma once

#include "ballast/list.hpp"
#include "ballast/maybe.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace ballast::inline v0::ast {

// A member by its name.
template <typename Owner, typename Type>
struct member {
    std::string_view name;
    Type Owner::* place;
};

// The name of a struct, and all its members in their order.
template <typename Owner, typename... Types>
struct member_table {
    std::string_view name;
    std::tuple<member<Owner, Types>...> all;
};

namespace detail {

struct anything {
    template <typename T>
    operator T() const;
};

template <typename T, typename... Known>
consteval std::size_t count_members()
{
    if constexpr (requires { T{Known{}..., anything{}}; })
        return count_members<T, Known..., anything>();
    else
        return sizeof...(Known);
}

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

} // namespace detail

// How many members a struct has.
template <typename T>
inline constexpr std::size_t member_count = detail::count_members<T>();

// The table of a struct. One that lacks a member, or has one twice, does not compile.
template <typename Owner, typename... Types>
consteval member_table<Owner, Types...> table(std::string_view name, member<Owner, Types>... all)
{
    static_assert(sizeof...(Types) == member_count<Owner>, "the table must have every member of the struct");
    if constexpr (sizeof...(Types) > 0)
        if (!detail::distinct(all...)) throw "a member has two rows";
    return {name, {all...}};
}

struct no_table {};
template <typename T>
inline constexpr no_table members{};

// The names of an enum's values, from 0 on. Enums that have spellings have `last_enumerator` instead.
template <typename E>
inline constexpr no_table enumerators{};
template <typename E>
inline constexpr no_table last_enumerator{};

// A struct that has a table.
template <typename T>
concept structure = !std::is_same_v<decltype(members<T>), const no_table>;

template <typename T, template <typename...> class Template>
inline constexpr bool is_a = false;
template <template <typename...> class Template, typename... Types>
inline constexpr bool is_a<Template<Types...>, Template> = true;

// Nothing or one node of another type.
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

// What a value of an enum is called: its name, or how it is spelled.
template <typename E>
[[nodiscard]] std::string_view enumerator_name(E value)
{
    if constexpr (std::is_same_v<decltype(enumerators<E>), const no_table>)
        return spelling(value);
    else
        return enumerators<E>[static_cast<std::size_t>(value)];
}

// Calls `f` with the name and a reference to each member of a node, in their order.
template <typename T, typename F>
    requires structure<std::remove_const_t<T>>
constexpr void for_each_member(T& node, F&& f)
{
    std::apply([&](const auto&... m) { (f(m.name, node.*m.place), ...); }, members<std::remove_const_t<T>>.all);
}

} // namespace ballast::inline v0::ast
