// Shapes as bytes: equal if the shapes print the same.
#pragma once

#include "ballast/ast/members.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace ballast::model {

// Appends a number in as many bytes as it needs, seven bits in each; the last one has its high bit clear.
inline void append_number(std::string& to, std::int64_t what)
{
    auto rest = static_cast<std::uint64_t>(what) << 1 ^ static_cast<std::uint64_t>(what >> 63);
    for (; rest >= 0x80; rest >>= 7) to.push_back(static_cast<char>(rest | 0x80));
    to.push_back(static_cast<char>(rest));
}

// Appends what distinguishes a node from any other of its type.
template <typename T>
void append(std::string& to, const T& x)
{
    if constexpr (ast::structure<T>) {
        ast::for_each_member(x, [&](std::string_view, const auto& member) { append(to, member); });
    } else if constexpr (std::is_same_v<T, std::string_view>) {
        append_number(to, static_cast<std::int64_t>(x.size()));
        to.append(x);
    } else if constexpr (ast::is_a<T, ast::list>) {
        append_number(to, static_cast<std::int64_t>(x.size()));
        for (const auto& element : x) append(to, element);
    } else if constexpr (ast::optional_node<T>) {
        append_number(to, x ? 1 : 0);
        if (x) append(to, *x);
    } else if constexpr (ast::is_a<T, std::variant>) {
        append_number(to, static_cast<std::int64_t>(x.index()));
        std::visit([&](const auto& alternative) { append(to, alternative); }, x);
    } else {
        static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
        append_number(to, static_cast<std::int64_t>(x));
    }
}

} // namespace ballast::model
