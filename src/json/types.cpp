#include "json/types.hpp"

#include "ballast/ast/members.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace ballast::json {

namespace {

using namespace ast;
using std::string_view_literals::operator""sv;

// --- names -----------------------------------------------------------------------------------------------------------

// The ending of a list's name, after the name of its elements.
constexpr auto list_ending = "_list"sv;

template <typename List>
struct list_name {
    static constexpr std::string_view element();
    static constexpr auto bytes = [] {
        std::array<char, element().size() + list_ending.size()> result{};
        std::ranges::copy(list_ending, std::ranges::copy(element(), result.begin()).out);
        return result;
    }();
};

template <typename T>
constexpr std::string_view name_of()
{
    if constexpr (structure<T>)
        return members<T>.name;
    else if constexpr (is_a<T, list>)
        return {list_name<T>::bytes.data(), list_name<T>::bytes.size()};
    else if constexpr (is_a<T, box>)
        return name_of<std::remove_cvref_t<decltype(*std::declval<T>())>>();
    else if constexpr (std::is_same_v<T, bool>)
        return "bool";
    else if constexpr (std::is_same_v<T, std::int64_t>)
        return "int";
    else if constexpr (std::is_same_v<T, std::uint64_t>)
        return "uint";
    else if constexpr (std::is_same_v<T, keyword>)
        return "keyword";
    else if constexpr (std::is_same_v<T, nan_sign>)
        return "nan_sign";
    else
        return "";
}

template <typename List>
constexpr std::string_view list_name<List>::element()
{
    return name_of<typename List::value_type>();
}

// --- kinds -----------------------------------------------------------------------------------------------------------

// The only optional unsigned number is the address of an allocation.
struct address {
    std::uint64_t number = 0;
};

template <typename T>
constexpr kind kind_of()
{
    if constexpr (structure<T>) return kind::structure;
    if constexpr (is_a<T, std::variant>) return kind::variant;
    if constexpr (is_a<T, list>) return kind::list;
    if constexpr (is_a<T, std::optional> || is_a<T, maybe>) return kind::optional;
    if constexpr (is_a<T, box>) return kind::box;
    if constexpr (is_a<T, shared>) return kind::shared;
    if constexpr (std::is_same_v<T, std::string_view> || std::is_same_v<T, remark>) return kind::text;
    if constexpr (std::is_same_v<T, char>) return kind::letter;
    if constexpr (std::is_enum_v<T>) return kind::word;
    if constexpr (std::is_same_v<T, address>) return kind::address;
    if constexpr (std::is_same_v<T, bool>) return kind::boolean;
    if constexpr (std::is_same_v<T, std::int64_t>) return kind::integer;
    if constexpr (std::is_same_v<T, std::uint64_t>) return kind::natural;
    if constexpr (std::is_same_v<T, position>) return kind::position;
    if constexpr (std::is_same_v<T, std::monostate>) return kind::nothing;
}

template <typename T>
struct element_of {
    using type = std::remove_cvref_t<decltype(*std::declval<const T&>())>;
};
template <typename T>
struct element_of<list<T>> {
    using type = T;
};
template <>
struct element_of<std::optional<std::uint64_t>> {
    using type = address;
};

// Words whose enumerators all have a spelling.
template <typename T>
inline constexpr bool always_spelled = std::is_same_v<T, tpu_owner>;

// True if a member of this type can be absent: if it is false, empty or without a value.
template <typename T>
constexpr bool can_be_absent()
{
    constexpr auto of = kind_of<T>();
    if constexpr (of == kind::structure)
        return std::apply(
            [](const auto&... m) {
                return (can_be_absent<std::remove_cvref_t<decltype(std::declval<T>().*m.place)>>() && ...);
            },
            all_members<T>());
    else if constexpr (of == kind::variant)
        return std::is_same_v<std::variant_alternative_t<0, T>, std::monostate>;
    else if constexpr (of == kind::shared)
        return can_be_absent<typename element_of<T>::type>();
    else if constexpr (of == kind::word)
        return std::is_same_v<decltype(enumerators<T>), const no_table> &&
               !always_spelled<T>; // unknown spellings are empty
    else
        return of != kind::integer && of != kind::natural && of != kind::letter;
}

// Names are always written, and so are members that are true by default.
template <typename Owner, typename T>
constexpr bool always_written(const member<Owner, T>& m)
{
    if constexpr (std::is_same_v<T, std::string_view>)
        return m.name == "name";
    else if constexpr (std::is_same_v<T, bool>)
        return default_node<Owner>.*m.place;
    else
        return !can_be_absent<T>();
}

// Literals have the values of 64-bit element types. Other members count bytes, instructions, devices and the like.
template <typename Owner>
constexpr bool is_wide(std::string_view member)
{
    return std::is_same_v<Owner, array_literal> && member == "elements";
}

// --- types -----------------------------------------------------------------------------------------------------------

template <typename T>
struct described {
    static const type as;
};

template <typename T, std::size_t I>
struct key_of {
    static constexpr auto bytes = [] {
        constexpr auto begin = ",\""sv;
        constexpr auto end = "\":"sv;
        constexpr std::string_view name = std::get<I>(all_members<T>()).name;
        std::array<char, begin.size() + name.size() + end.size()> result{};
        std::ranges::copy(end, std::ranges::copy(name, std::ranges::copy(begin, result.begin()).out).out);
        return result;
    }();
};

template <typename T, std::size_t I>
constexpr field field_of()
{
    constexpr auto m = std::get<I>(all_members<T>());
    using of = std::remove_cvref_t<decltype(std::declval<T>().*m.place)>;
    constexpr auto& key = key_of<T, I>::bytes;
    return {m.name,
            {key.data(), key.size()},
            &described<of>::as,
            &(default_node<T>.*m.place),
            always_written(m),
            is_wide<T>(m.name)};
}

template <typename T>
struct fields_of;
template <structure T>
struct fields_of<T> {
    static_assert(member_count<T> <= 64);
    static constexpr auto all = []<std::size_t... I>(std::index_sequence<I...>) {
        return std::array<field, sizeof...(I)>{field_of<T, I>()...};
    }(std::make_index_sequence<member_count<T>>{});
    static constexpr std::uint64_t required = [] {
        std::uint64_t result = 0;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].required) result |= std::uint64_t{1} << i;
        return result;
    }();
};

template <typename T>
struct alternatives_of;
template <typename... Types>
struct alternatives_of<std::variant<Types...>> {
    using variant = std::variant<Types...>;

    static constexpr std::array<const type*, sizeof...(Types)> all{&described<Types>::as...};

    static std::size_t index(const void* x) { return static_cast<const variant*>(x)->index(); }
    static const void* held(const void* x)
    {
        return std::visit([](const auto& alternative) -> const void* { return &alternative; },
                          *static_cast<const variant*>(x));
    }
    static void* choose(void* x, std::size_t index)
    {
        using emplacer = void* (*)(variant&);
        constexpr auto emplacers = []<std::size_t... I>(std::index_sequence<I...>) {
            return std::array<emplacer, sizeof...(I)>{[](variant& v) -> void* { return &v.template emplace<I>(); }...};
        }(std::index_sequence_for<Types...>{});
        return emplacers[index](*static_cast<variant*>(x));
    }
};

template <typename T>
struct elements_of {
    using element = typename element_of<T>::type;

    static const void* get(const void* x)
    {
        const auto& holder = *static_cast<const T*>(x);
        if constexpr (is_a<T, box> || is_a<T, shared>)
            return holder.get();
        else
            return holder ? &*holder : nullptr;
    }
    static void* emplace(void* x) { return &static_cast<T*>(x)->emplace(); }
    static void refer(void* x, const void* target) { *static_cast<T*>(x) = T(static_cast<const element*>(target)); }
    static std::size_t count(const void* x) { return static_cast<const T*>(x)->size(); }
    static const void* first(const void* x) { return static_cast<const T*>(x)->data(); }
    static void assign(void* x, const void* first, std::size_t count)
    {
        *static_cast<T*>(x) = T(static_cast<const element*>(first), count);
    }
};

template <typename E>
const words& spellings_of()
{
    constexpr auto count = ast::enumerator_count<E>();
    static_assert(sizeof(E) == 1);
    struct table {
        std::array<std::string_view, count> by_value;
        std::array<std::uint8_t, count> sorted;
    };
    static const table stored = [] {
        table made{};
        for (std::size_t i = 0; i < count; ++i) made.by_value[i] = ast::enumerator_name(static_cast<E>(i));
        std::iota(made.sorted.begin(), made.sorted.end(), std::uint8_t{0});
        std::ranges::sort(made.sorted, {}, [&](std::uint8_t value) { return made.by_value[value]; });
        return made;
    }();
    static const words result{stored.by_value, stored.sorted};
    return result;
}

template <typename T>
constexpr type describe()
{
    constexpr auto of = kind_of<T>();
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    type result{of, name_of<T>(), sizeof(T), alignof(T), &default_node<T>};
    if constexpr (of == kind::structure) {
        result.fields = fields_of<T>::all;
        result.required = fields_of<T>::required;
    } else if constexpr (of == kind::variant) {
        result.alternatives = alternatives_of<T>::all;
        result.index = alternatives_of<T>::index;
        result.held = alternatives_of<T>::held;
        result.choose = alternatives_of<T>::choose;
    } else if constexpr (of == kind::word) {
        result.spellings = spellings_of<T>;
    } else if constexpr (of == kind::list) {
        result.element = &described<typename element_of<T>::type>::as;
        result.count = elements_of<T>::count;
        result.first = elements_of<T>::first;
        result.assign = elements_of<T>::assign;
    } else if constexpr (of == kind::optional || of == kind::box || of == kind::shared) {
        result.element = &described<typename element_of<T>::type>::as;
        result.get = elements_of<T>::get;
        if constexpr (of == kind::optional)
            result.emplace = elements_of<T>::emplace;
        else
            result.refer = elements_of<T>::refer;
    }
    return result;
}

template <typename T>
constinit const type described<T>::as = describe<T>();

} // namespace

const std::uint8_t* words::find(std::string_view spelling) const
{
    const auto found =
        std::ranges::lower_bound(sorted, spelling, {}, [&](std::uint8_t value) { return by_value[value]; });
    return found != sorted.end() && by_value[*found] == spelling ? &*found : nullptr;
}

const type& tree_file_type() { return described<tree_file>::as; }

} // namespace ballast::json
