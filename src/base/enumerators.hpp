// The names of enumerators, as spelled in the source.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace ballast {

namespace enumerators_detail {

// `Value` as the compiler prints it.
template <auto Value>
consteval std::string_view said()
{
    std::string_view text = __PRETTY_FUNCTION__;
    text.remove_prefix(text.find("Value = ") + 8);
    return text.substr(0, text.find_first_of(";]"));
}

template <typename Enum, std::size_t From>
consteval std::size_t count_from()
{
    // A value without an enumerator is printed as a cast.
    if constexpr (said<static_cast<Enum>(From)>().starts_with('('))
        return From;
    else
        return count_from<Enum, From + 1>();
}

} // namespace enumerators_detail

// The name of an enumerator: `op::and_` is `and_`.
template <auto Value>
inline constexpr std::string_view enumerator_name = [] {
    const auto text = enumerators_detail::said<Value>();
    return text.substr(text.rfind(':') + 1);
}();

// The number of enumerators, which must be 0, 1, 2, … without gaps.
template <typename Enum>
inline constexpr std::size_t enumerator_count = enumerators_detail::count_from<Enum, 0>();

// The name without the trailing underscore of names that C++ reserves, and with `Between` for the other underscores.
template <auto Value, char Between>
inline constexpr auto respelled = [] {
    constexpr auto name = enumerator_name<Value>;
    constexpr auto size = name.ends_with('_') ? name.size() - 1 : name.size();
    std::array<char, size> result{};
    for (std::size_t i = 0; i < size; ++i) result[i] = name[i] == '_' ? Between : name[i];
    return result;
}();
template <auto Value, char Between = '_'>
inline constexpr std::string_view spelled_as_named{respelled<Value, Between>.data(), respelled<Value, Between>.size()};

// The spellings of all enumerators, in order. The first enumerator is `unknown`, with an empty spelling.
template <typename Enum, char Between = '_'>
consteval auto spellings_of_names()
{
    return []<std::size_t... I>(std::index_sequence<I...>) {
        return std::array<std::string_view, sizeof...(I) + 1>{std::string_view{},
                                                              spelled_as_named<static_cast<Enum>(I + 1), Between>...};
    }(std::make_index_sequence<enumerator_count<Enum> - 1>{});
}

} // namespace ballast
