#include "generate/mutate.hpp"

#include "ballast/ast/members.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace ballast::generate {

namespace {

// Changes any part of a tree, by the member tables. `other` is the same place in another tree, or null.
class mutator {
public:
    explicit mutator(nodes& draw) : draw_(draw) {}

    // Returns false if there is nothing to change.
    template <typename T>
    bool change(T& x, const T* other)
    {
        if constexpr (ast::structure<T>)
            return change_node(x, other);
        else if constexpr (ast::is_a<T, ast::list>)
            return change_list(x, other);
        else if constexpr (ast::is_a<T, std::variant>)
            return change_variant(x, other);
        else if constexpr (ast::is_a<T, ast::shared>)
            return change_target(x, other);
        else if constexpr (ast::optional_node<T>)
            return change_optional(x, other);
        else
            return change_value(x);
    }

private:
    [[nodiscard]] std::size_t below(std::size_t limit) { return draw_.from().below(limit); }
    bool chance(std::uint64_t of) { return draw_.from().chance(of); }

    // --- what can be drawn as a whole --------------------------------------------------------------------------------

    bool draw(ast::allocation& x) { return x = draw_.allocation(), true; }
    bool draw(ast::value_line& x) { return x = draw_.value_line(), true; }
    bool draw(ast::value_name& x) { return x = draw_.value_name(), true; }
    bool draw(ast::value_detail& x) { return x = draw_.detail(), true; }
    bool draw(ast::used_value& x) { return x = draw_.used_value(), true; }
    bool draw(ast::shape& x) { return x = draw_.shape(2), true; }
    bool draw(ast::metadata& x) { return x = draw_.metadata(), true; }
    bool draw(ast::sharding& x) { return x = draw_.sharding(), true; }
    bool draw(ast::replica_groups& x) { return x = draw_.replica_groups(), true; }
    bool draw(ast::origin_node& x) { return x = draw_.origin(2), true; }
    bool draw(ast::origin& x) { return x = draw_.whole_origin(true), true; }
    bool draw(ast::instruction& x) { return x = draw_.instruction(), true; }
    bool draw(ast::live_range& x) { return x = draw_.live_range(), true; }
    bool draw(ast::stack_trace& x) { return x = draw_.stack_trace(), true; }
    template <typename T>
    bool draw(T&)
    {
        return false;
    }
    template <typename T>
    T drawn()
    {
        T result{};
        draw(result);
        return result;
    }

    // --- nodes -------------------------------------------------------------------------------------------------------

    template <typename T>
    bool change_node(T& x, const T* other)
    {
        if (chance(8) && draw(x)) return true;
        return change_any_member(x, other);
    }
    // The number of elements follows from the dimensions: only whole instructions are redrawn.
    bool change_node(ast::literal&, const ast::literal*) { return false; }
    // A kind and its spelling belong together.
    bool change_node(ast::opcode& x, const ast::opcode*) { return x = draw_.opcode(), true; }
    bool change_node(ast::element_type& x, const ast::element_type*)
    {
        return x = draw_.literal_shape().array()->type, true;
    }
    bool change_node(ast::instruction& x, const ast::instruction* other)
    {
        switch (below(6)) {
        case 0: return draw(x);
        case 1: x.attributes = draw_.attributes(x.opcode); return true;
        case 2: {
            // The value of one attribute.
            std::vector<ast::attribute> attributes(x.attributes.begin(), x.attributes.end());
            if (attributes.empty()) return change_any_member(x, other);
            auto& a = attributes[below(attributes.size())];
            if (draw_.prints(x.opcode, a.key.kind)) a = draw_.attribute(x.opcode, a.key.kind);
            x.attributes = draw_.list(attributes);
            return true;
        }
        default: return change_any_member(x, other);
        }
    }

    template <typename T>
    bool change_any_member(T& x, const T* other)
    {
        constexpr auto count = ast::member_count<T>;
        if constexpr (count != 0) {
            const auto first = below(count);
            for (std::size_t i = 0; i < count; ++i) // if one cannot be changed, the next one
                if (change_member(x, other, (first + i) % count)) return true;
        }
        return false;
    }
    template <typename T>
    bool change_member(T& x, const T* other, std::size_t which)
    {
        bool changed = false;
        std::size_t i = 0;
        const auto change_one = [&](const auto& m) {
            if (i++ == which && !fixed(m.place)) changed = change(x.*m.place, other ? &(other->*m.place) : nullptr);
        };
        std::apply([&](const auto&... m) { (change_one(m), ...); }, ast::all_members<T>());
        return changed;
    }
    // The printer cannot print all changes of these, such as a kind without its sections or a row of arbitrary depth.
    static bool fixed(ast::dump_kind ast::dump::*) { return true; }
    static bool fixed(ast::forms ast::dump::*) { return true; }
    static bool fixed(ast::forms ast::usage_report::*) { return true; }
    static bool fixed(ast::forms ast::oom_report::*) { return true; }
    static bool fixed(ast::forms ast::module_text::*) { return true; }
    static bool fixed(ast::forms ast::tpu_report::*) { return true; }
    static bool fixed(ast::attribute_key ast::attribute::*) { return true; }
    static bool fixed(std::int64_t ast::stack_row::* place) { return place == &ast::stack_row::depth; }
    template <typename T, typename M>
    static bool fixed(M T::*)
    {
        return false;
    }

    // Changes a part of an element, redraws, removes, duplicates or moves it, or takes one from the other tree.
    template <typename T>
    bool change_list(ast::list<T>& list, const ast::list<T>* other)
    {
        places elements; // the elements, in order
        for (const auto& element : list) elements.push_back(&element);
        T changed{};
        const auto operation = below(8);
        if (elements.empty() || operation == 0) {
            const auto at = static_cast<std::ptrdiff_t>(below(elements.size() + 1));
            draw(changed);
            elements.insert(elements.begin() + at, &changed);
        } else if (operation < 4) {
            rearrange(elements, operation);
        } else if (operation == 4 && other && !other->empty()) {
            auto& place = elements[below(elements.size())];
            place = &(*other)[below(other->size())];
        } else {
            auto& place = elements[below(elements.size())];
            changed = *static_cast<const T*>(place);
            if (!change(changed, static_cast<const T*>(nullptr))) return false;
            place = &changed;
        }
        const auto size = static_cast<std::int64_t>(elements.size());
        list =
            draw_.many(size, size, [&, next = elements.begin()]() mutable { return *static_cast<const T*>(*next++); });
        return true;
    }
    // Independent of the type of the elements, so that it is compiled once.
    using places = std::vector<const void*>;
    void rearrange(places& elements, std::size_t operation)
    {
        switch (operation) {
        case 1: elements.erase(elements.begin() + static_cast<std::ptrdiff_t>(below(elements.size()))); break;
        case 2: elements.push_back(elements[below(elements.size())]); break;
        default: std::swap(elements[below(elements.size())], elements.back());
        }
    }

    bool change_list(ast::list<bool>& list, const ast::list<bool>*)
    {
        if (list.empty()) return false;
        const auto changed = below(list.size());
        const auto size = static_cast<std::int64_t>(list.size());
        list = draw_.many(size, size, [&, i = std::size_t{0}]() mutable {
            const bool flipped = i == changed;
            return list[i++] != flipped;
        });
        return true;
    }

    // --- nodes that may be absent, or are shared ---------------------------------------------------------------------

    template <typename T>
    bool change_target(T& x, const T* other)
    {
        auto below = *x;
        if (!change(below, other ? other->get() : nullptr)) return false;
        x = T(draw_.memory().make(below).get());
        return true;
    }
    template <typename T>
    bool change_optional(T& x, const T* other)
    {
        using target = std::decay_t<decltype(*x)>;
        constexpr bool boxed = ast::is_a<T, ast::box>;
        if (x && chance(4)) {
            x = T();
            return true;
        }
        if constexpr (boxed) {
            if (x) return change_target(x, other);
            x = draw_.memory().make(drawn<target>());
        } else {
            if (x) return change(*x, other && *other ? &**other : nullptr);
            target made{};
            if (!draw(made)) change(made, static_cast<const target*>(nullptr));
            x = made;
        }
        return true;
    }
    // A spelling is present if and only if its kind is unknown.
    bool change_optional(ast::box<std::string_view>& x, const ast::box<std::string_view>*)
    {
        if (!x) return false;
        x = draw_.memory().make(draw_.name());
        return true;
    }

    // The alternative does not change, and its box stays filled.
    template <typename... T>
    bool change_variant(std::variant<T...>& x, const std::variant<T...>* other)
    {
        return std::visit(
            [&](auto& held) {
                using held_type = std::decay_t<decltype(held)>;
                const auto* const same = other ? std::get_if<held_type>(other) : nullptr;
                if constexpr (ast::is_a<held_type, ast::box>)
                    return held && change_target(held, same);
                else
                    return change(held, same);
            },
            x);
    }

    // --- values ------------------------------------------------------------------------------------------------------

    bool change_value(std::int64_t& n)
    {
        switch (below(4)) {
        case 0: n = draw_.number(); break;
        case 1: n = n == INT64_MAX ? n : n + 1; break;
        case 2: n = n > 0 ? n - 1 : 0; break;
        default: n = 0;
        }
        return true;
    }
    bool change_value(std::uint64_t& n) { return n = draw_.from().below(UINT64_MAX), true; }
    bool change_value(bool& x) { return x = !x, true; }
    bool change_value(char& x) { return x = draw_.from().pick({"D", "C", "S", "H", "?"})[0], true; }
    bool change_value(std::string_view& x) { return x = chance(4) ? std::string_view{} : draw_.name(), true; }
    bool change_value(ast::position&) { return false; }
    bool change_value(ast::remark&) { return false; }
    bool change_value(std::monostate&) { return false; }
    template <typename E>
        requires std::is_enum_v<E>
    bool change_value(E& x)
    {
        x = static_cast<E>(below(ast::enumerator_count<E>()));
        return true;
    }

    nodes& draw_;
};

} // namespace

ast::dump mutated(const ast::dump& dump, const ast::dump* other, nodes& draw)
{
    auto result = dump;
    mutator(draw).change(result, other);
    return result;
}

ast::tree mutated(const ast::tree& tree, const ast::tree* other, nodes& draw)
{
    auto result = tree;
    mutator(draw).change(result, other);
    return result;
}

} // namespace ballast::generate
