// Finds the first difference of two trees.
#pragma once

#include "ballast/ast/members.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace ballast::inline v0::ast {

// The first place where two trees differ, and what each of them has there.
struct difference {
    std::string path; // `allocations[3].values[0].size`
    std::string left;
    std::string right;

    // `dump.allocations[3].values[0].size: 512 and 513`, for the root `dump`.
    [[nodiscard]] std::string to_string(std::string_view root) const
    {
        std::string result(root);
        if (!path.empty() && path[0] != '[') result += '.';
        return result + path + ": " + left + " and " + right;
    }
};

namespace detail {

class comparison {
public:
    // True if they are equal; otherwise the result describes the difference.
    template <typename T>
    bool equal(const T& a, const T& b)
    {
        if constexpr (structure<T>) {
            bool same = true;
            std::apply([&](const auto&... m) { ((same = same && equal_member(m, a, b)), ...); }, all_members<T>());
            return same;
        } else if constexpr (is_a<T, list>) {
            const auto size = result_.path.size();
            for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
                enter(i);
                if (!equal(a[i], b[i])) return false;
                result_.path.resize(size);
            }
            return a.size() == b.size() || differ(a, b);
        } else if constexpr (optional_node<T>) {
            if (a && b) return equal(*a, *b);
            return static_cast<bool>(a) == static_cast<bool>(b) || differ(a, b);
        } else if constexpr (is_a<T, shared>) {
            return a.get() == b.get() || equal(*a, *b);
        } else if constexpr (is_a<T, std::variant>) {
            if (a.index() != b.index()) return differ(a, b);
            return std::visit([&](const auto& x) { return equal(x, std::get<std::decay_t<decltype(x)>>(b)); }, a);
        } else {
            return a == b || differ(a, b);
        }
    }
    [[nodiscard]] difference& result() { return result_; }

private:
    template <typename Owner, typename Type>
    bool equal_member(const member<Owner, Type>& m, const Owner& a, const Owner& b)
    {
        const auto size = result_.path.size();
        if (size != 0) result_.path += '.';
        result_.path += m.name;
        if (!equal(a.*m.place, b.*m.place)) return false;
        result_.path.resize(size);
        return true;
    }

    // Separate from the recursive `equal`, so that the strings take no stack at each level.
    template <typename T>
    [[gnu::noinline]] bool differ(const T& a, const T& b)
    {
        result_.left = said(a);
        result_.right = said(b);
        return false;
    }
    [[gnu::noinline]] void enter(std::size_t index) { result_.path += '[' + std::to_string(index) + ']'; }

    static std::string elements(std::size_t count) { return std::to_string(count) + " elements"; }
    template <typename T>
    static std::string said(const T& x)
    {
        if constexpr (structure<T>)
            return std::string(members<T>.name);
        else if constexpr (std::is_same_v<T, bool>)
            return x ? "true" : "false";
        else if constexpr (std::is_same_v<T, char>)
            return std::string(1, x);
        else if constexpr (std::is_arithmetic_v<T>)
            return std::to_string(x);
        else if constexpr (std::is_enum_v<T>)
            return '`' + std::string(enumerator_name(x)) + '`';
        else if constexpr (std::is_same_v<T, std::string_view>)
            return '`' + std::string(x) + '`';
        else if constexpr (is_a<T, list>)
            return elements(x.size());
        else if constexpr (optional_node<T>)
            return x ? said(*x) : "nothing";
        else if constexpr (is_a<T, std::variant>)
            return std::visit([](const auto& held) { return said(held); }, x);
        else
            return "nothing"; // std::monostate
    }

    difference result_;
};

} // namespace detail

// The first difference of two trees; empty if they are equal.
template <typename T>
[[nodiscard]] std::optional<difference> first_difference(const T& a, const T& b)
{
    detail::comparison compared;
    if (compared.equal(a, b)) return std::nullopt;
    return std::move(compared.result());
}

} // namespace ballast::inline v0::ast
