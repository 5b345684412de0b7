// Copies trees into another arena.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/ast/members.hpp"

#include <memory>
#include <unordered_map>

namespace ballast::inline v0::ast {

namespace detail {

struct no_edit {
    void operator()(const auto& /*node*/) const {}
};

// Keeps shared shapes shared.
template <typename Edit>
class copier {
public:
    copier(arena& memory, const Edit& edit) : memory_(memory), edit_(edit) {}

    // Copies into an existing node; copying level by level needs little stack.
    template <typename T>
    void into(T& to, const T& x)
    {
        if constexpr (structure<T>) {
            std::apply([&](const auto&... m) { (into(to.*m.place, x.*m.place), ...); }, all_members<T>());
            edit_(to);
        } else if constexpr (std::is_same_v<T, std::string_view>) {
            to = memory_.copy(x);
        } else if constexpr (std::is_same_v<T, remark>) {
            to.text = memory_.copy(x.text);
        } else if constexpr (is_a<T, list>) {
            using element = typename T::value_type;
            if (x.empty()) return;
            auto* const first = static_cast<element*>(memory_.allocate(x.size() * sizeof(element), alignof(element)));
            for (std::size_t i = 0; i < x.size(); ++i) into(*std::construct_at(first + i), x[i]);
            to = {first, x.size()};
        } else if constexpr (is_a<T, box> || is_a<T, shared>) {
            to = T(target(x.get()));
        } else if constexpr (optional_node<T>) {
            if (x) into(to.emplace(), *x);
        } else if constexpr (is_a<T, std::variant>) {
            std::visit(
                [&]<typename Alternative>(const Alternative& from) { into(to.template emplace<Alternative>(), from); },
                x);
        } else {
            to = x;
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
            if (!made) {
                // The table may be rehashed below.
                const auto* const fresh = make(*x);
                made_[x] = fresh;
                return fresh;
            }
            return static_cast<const T*>(made);
        } else {
            return make(*x);
        }
    }

    template <typename T>
    const T* make(const T& x)
    {
        auto* const to = std::construct_at(static_cast<T*>(memory_.allocate(sizeof(T), alignof(T))));
        into(*to, x);
        return to;
    }

    arena& memory_;
    const Edit& edit_;
    std::unordered_map<const void*, const void*> made_;
};

} // namespace detail

// Returns a deep copy in `memory`, including its texts. `edit` is called with each struct of the copy, after those
// below it, and may change its members. Throws std::bad_alloc.
template <typename T, typename Edit>
[[nodiscard]] T copy(const T& x, arena& memory, const Edit& edit)
{
    T result;
    detail::copier<Edit>(memory, edit).into(result, x);
    return result;
}
// The same without changes.
template <typename T>
[[nodiscard]] T copy(const T& x, arena& memory)
{
    return copy(x, memory, detail::no_edit{});
}

} // namespace ballast::inline v0::ast
