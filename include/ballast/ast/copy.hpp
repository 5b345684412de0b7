// Trees in another arena.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/ast/members.hpp"

#include <memory>
#include <unordered_map>

namespace ballast::inline v0::ast {

namespace detail {

// Shapes that were shared are shared again.
class copier {
public:
    explicit copier(arena& memory) : memory_(memory) {}

    template <typename T>
    T of(const T& x)
    {
        if constexpr (structure<T>) {
            T result;
            std::apply([&](const auto&... m) { ((result.*m.place = of(x.*m.place)), ...); }, all_members<T>());
            return result;
        } else if constexpr (std::is_same_v<T, std::string_view>) {
            return memory_.copy(x);
        } else if constexpr (is_a<T, list>) {
            using element = typename T::value_type;
            if (x.empty()) return {};
            auto* const first = static_cast<element*>(memory_.allocate(x.size() * sizeof(element), alignof(element)));
            for (std::size_t i = 0; i < x.size(); ++i) std::construct_at(first + i, of(x[i]));
            return {first, x.size()};
        } else if constexpr (is_a<T, box> || is_a<T, shared>) {
            return T(target(x.get()));
        } else if constexpr (optional_node<T>) {
            return x ? T(of(*x)) : T();
        } else if constexpr (is_a<T, std::variant>) {
            return std::visit([&](const auto& alternative) { return T(of(alternative)); }, x);
        } else {
            return x;
        }
    }

private:
    template <typename T>
    const T* target(const T* x)
    {
        if (!x) return nullptr;
        if constexpr (std::is_same_v<T, shape> || std::is_same_v<T, rare_metadata>) {
            if (x == &default_node<T>) return x;
            auto& made = made_[x];
            if (!made) made = memory_.make(of(*x)).get();
            return static_cast<const T*>(made);
        } else {
            return memory_.make(of(*x)).get();
        }
    }

    arena& memory_;
    std::unordered_map<const void*, const void*> made_;
};

} // namespace detail

// A deep copy that lives in `memory`, its texts too. Throws std::bad_alloc.
template <typename T>
[[nodiscard]] T copy(const T& tree, arena& memory)
{
    return detail::copier(memory).of(tree);
}

} // namespace ballast::inline v0::ast
