// A layout as numbers: equal where it prints the same.
#pragma once

#include "ballast/ast/members.hpp"

#include <cstdint>
#include <functional>
#include <type_traits>
#include <vector>

namespace ballast::model {

// Appends what distinguishes a node from any other of its type.
template <typename T>
void append(std::vector<std::int64_t>& to, const T& x)
{
    if constexpr (ast::structure<T>) {
        ast::for_each_member(x, [&](std::string_view, const auto& member) { append(to, member); });
    } else if constexpr (std::is_same_v<T, std::string_view>) {
        to.push_back(static_cast<std::int64_t>(x.size()));
        for (const char c : x) to.push_back(c);
    } else if constexpr (ast::is_a<T, ast::list>) {
        to.push_back(static_cast<std::int64_t>(x.size()));
        for (const auto& element : x) append(to, element);
    } else if constexpr (ast::optional_node<T>) {
        to.push_back(x ? 1 : 0);
        if (x) append(to, *x);
    } else if constexpr (ast::is_a<T, std::variant>) {
        to.push_back(static_cast<std::int64_t>(x.index()));
        std::visit([&](const auto& alternative) { append(to, alternative); }, x);
    } else {
        static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
        to.push_back(static_cast<std::int64_t>(x));
    }
}

} // namespace ballast::model
