// A row of the timeline: a feature of the text, its intervals on XLA's mainline, what shows it, what it excludes, and
// the spelling for the printer. There are no dates in this file.
#pragma once

#include "ballast/ast/attribute_key.hpp"
#include "ballast/ast/forms.hpp"
#include "ballast/ast/opcode.hpp"
#include "ballast/ast/shape.hpp"
#include "ballast/era.hpp"
#include "base/enumerators.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

namespace ballast::timeline {

using interval = era_set::interval;

enum class layer : std::uint8_t {
    dump,     // the text of buffer_assignment.cc, hlo_live_range.cc and the like
    text,     // shape.cc, hlo_instruction.cc: vendors update it at other times
    semantic, // no text changed, so no file shows it
};

// Alternative forms of one thing. A file is printed by one binary, so it cannot show two forms that were never printed
// at the same time.
enum class choice : std::uint8_t {
    none,
    operands,
    index_marks,
    level_order,
    deduplicated_name,
    empty_literals,
    literal_attribute,
    mesh,
    mesh_of_one,
    device_order,
    sharding_marks,
    maximal_subgroup,
    frontend_value,
    dict_config,
    origin_leaf,
    origin_key,
    origin_call,
    prefetch,
    comparison,
    schedule,
    sparsity,
    computations,
    entry_layout,
};

// Up to two intervals; most features have one.
struct interval_pair {
    std::array<interval, 2> list{};
    std::size_t count = 0;
};

// A list inside a row.
template <typename T, std::size_t Most>
struct static_vector {
    std::array<T, Most> list{};
    std::size_t count = 0;

    constexpr void add(const T& value) { list[count++] = value; }
    [[nodiscard]] constexpr std::span<const T> view() const { return {list.data(), count}; }
};

// A word of the vocabulary that shows a feature, or a key of some opcodes.
struct word {
    enum class of : std::uint8_t { nothing, element_type, opcode, attribute_key, keyword, key_of_opcodes, missing_key };
    of what = of::nothing;
    std::uint8_t value = 0;
    static_vector<ast::opcode_kind, 12> opcodes{};
};

struct row {
    feature is{};
    std::string_view name; // as `ballast era` prints it
    layer where = layer::dump;
    interval_pair printed;
    choice group = choice::none;
    static_vector<std::string_view, 4> shown_by{}; // grammar rules: a file shows the feature if one of them matches
    static_vector<std::string_view, 2>
        needed_by{}; // rules that match only if the feature was printed, but do not show it
    static_vector<std::string_view, 2> shown_without{}; // rules whose absence shows it; actions decide where
    void (*spell)(ast::forms&) = nullptr;               // sets the spelling for the printer
    word shown_by_word{};

    [[nodiscard]] constexpr std::span<const interval> intervals() const { return {printed.list.data(), printed.count}; }

    // Optional parts of a row.
    template <std::convertible_to<std::string_view>... Rules>
    [[nodiscard]] constexpr row by(Rules... rules) const
    {
        row result = *this;
        (result.shown_by.add(rules), ...);
        return result;
    }
    template <std::convertible_to<std::string_view>... Rules>
    [[nodiscard]] constexpr row in(Rules... rules) const
    {
        row result = *this;
        (result.needed_by.add(rules), ...);
        return result;
    }
    [[nodiscard]] constexpr row without(std::string_view rule) const
    {
        row result = *this;
        result.shown_without.add(rule);
        return result;
    }
    [[nodiscard]] constexpr row of(choice one) const
    {
        row result = *this;
        result.group = one;
        return result;
    }
    template <auto Member, auto Value>
    [[nodiscard]] constexpr row sets() const
    {
        row result = *this;
        result.spell = [](ast::forms& forms) { forms.*Member = Value; };
        return result;
    }
};

namespace detail {

constexpr row dump(feature is, std::string_view name, interval_pair printed)
{
    return {is, name, layer::dump, printed};
}
constexpr row dump(std::string_view name, interval_pair printed) { return {{}, name, layer::dump, printed}; }
constexpr row text(feature is, std::string_view name, interval_pair printed)
{
    return {is, name, layer::text, printed};
}
constexpr row text(std::string_view name, interval_pair printed) { return {{}, name, layer::text, printed}; }
constexpr row semantic(feature is, std::string_view name, interval_pair printed)
{
    return {is, name, layer::semantic, printed};
}

// "opcode `opt-barrier`"
template <typename Enum>
struct vocabulary;
template <>
struct vocabulary<ast::element_kind> {
    static constexpr auto what = word::of::element_type;
    static constexpr char between = '_';
    static constexpr std::string_view before = "element type `";
};
template <>
struct vocabulary<ast::opcode_kind> {
    static constexpr auto what = word::of::opcode;
    static constexpr char between = '-';
    static constexpr std::string_view before = "opcode `";
};
template <>
struct vocabulary<ast::attribute_kind> {
    static constexpr auto what = word::of::attribute_key;
    static constexpr char between = '_';
    static constexpr std::string_view before = "`";
};
template <>
struct vocabulary<ast::keyword> {
    static constexpr auto what = word::of::keyword;
    static constexpr char between = '_';
    static constexpr std::string_view before = "`";
};
template <auto Value>
inline constexpr auto name_of_word = [] {
    using words = vocabulary<std::remove_cv_t<decltype(Value)>>;
    constexpr auto spelling = spelled_as_named<Value, words::between>;
    std::array<char, words::before.size() + spelling.size() + 1> result{};
    const auto end = std::ranges::copy(words::before, result.begin()).out;
    *std::ranges::copy(spelling, end).out = '`';
    return result;
}();

// A word with its own date.
template <auto Value>
constexpr row dated(interval_pair printed)
{
    constexpr auto& name = name_of_word<Value>;
    row result{{}, {name.data(), name.size()}, layer::text, printed};
    result.shown_by_word.what = vocabulary<std::remove_cv_t<decltype(Value)>>::what;
    result.shown_by_word.value = static_cast<std::uint8_t>(Value);
    return result;
}
// A key with its own date for these opcodes.
template <std::same_as<ast::opcode_kind>... Opcodes>
constexpr row dated_at(std::string_view name, ast::attribute_kind which, interval_pair printed, Opcodes... opcodes)
{
    row result{{}, name, layer::text, printed};
    result.shown_by_word.what = word::of::key_of_opcodes;
    result.shown_by_word.value = static_cast<std::uint8_t>(which);
    (result.shown_by_word.opcodes.add(opcodes), ...);
    return result;
}

// A key that this opcode always has, but not since the opcode's own date.
constexpr row absent(std::string_view name, ast::opcode_kind opcode, ast::attribute_kind which, interval_pair printed)
{
    row result{{}, name, layer::text, printed};
    result.shown_by_word.what = word::of::missing_key;
    result.shown_by_word.value = static_cast<std::uint8_t>(which);
    result.shown_by_word.opcodes.add(opcode);
    return result;
}

} // namespace detail

} // namespace ballast::timeline
