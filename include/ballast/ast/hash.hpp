// Hashes of trees.
#pragma once

#include "ballast/ast/members.hpp"

#include <cstdint>
#include <functional>

namespace ballast::inline v0::ast {

namespace detail {

class hasher {
public:
    template <typename T>
    void add(const T& x)
    {
        if constexpr (structure<T>) {
            for_each_member(x, [&](std::string_view, const auto& member) { add(member); });
        } else if constexpr (std::is_same_v<T, std::string_view>) {
            mix(std::hash<std::string_view>{}(x));
        } else if constexpr (is_a<T, list>) {
            mix(x.size());
            for (const auto& element : x) add(element);
        } else if constexpr (optional_node<T>) {
            mix(x ? 1 : 0);
            if (x) add(*x);
        } else if constexpr (is_a<T, shared>) {
            add(*x);
        } else if constexpr (is_a<T, std::variant>) {
            mix(x.index());
            std::visit([&](const auto& alternative) { add(alternative); }, x);
        } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
            mix(static_cast<std::uint64_t>(x));
        } else {
            static_assert(std::is_same_v<T, position> || std::is_same_v<T, std::monostate>); // all are equal
        }
    }
    [[nodiscard]] std::uint64_t result() const { return state_; }

private:
    void mix(std::uint64_t x)
    {
        state_ = (state_ ^ x) * 0x9e3779b97f4a7c15U;
        state_ ^= state_ >> 32;
    }

    std::uint64_t state_ = 0x2545f4914f6cdd1dU;
};

} // namespace detail

// The hash of a tree. Equal trees have equal hashes. Hashes can differ between builds.
template <typename T>
[[nodiscard]] std::uint64_t hash_of(const T& x)
{
    detail::hasher hash;
    hash.add(x);
    return hash.result();
}

} // namespace ballast::inline v0::ast
