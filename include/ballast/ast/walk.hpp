// Visits every node of a tree.
#pragma once

#include "ballast/ast/members.hpp"
#include "ballast/ast/unread.hpp"

namespace ballast::inline v0::ast {

// Calls `f` with `root` and every struct below it, in printed order and parents first. If `f` returns false, the nodes
// below are skipped. `f` must accept every type of node, for example as a set of overloads.
template <typename T, typename F>
void for_each_node(const T& root, F&& f)
{
    if constexpr (structure<T>) {
        if constexpr (std::is_same_v<decltype(f(root)), bool>) {
            if (!f(root)) return;
        } else {
            f(root);
        }
        for_each_member(root, [&](std::string_view, const auto& x) { for_each_node(x, f); });
    } else if constexpr (is_a<T, list>) {
        for (const auto& x : root) for_each_node(x, f);
    } else if constexpr (optional_node<T>) {
        if (root) for_each_node(*root, f);
    } else if constexpr (is_a<T, shared>) {
        for_each_node(*root, f);
    } else if constexpr (is_a<T, std::variant>) {
        std::visit([&](const auto& x) { for_each_node(x, f); }, root);
    } else {
        static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, std::string_view> ||
                          std::is_same_v<T, position> || std::is_same_v<T, remark> || std::is_same_v<T, std::monostate>,
                      "a struct of the tree needs a table of its members");
    }
}

} // namespace ballast::inline v0::ast
