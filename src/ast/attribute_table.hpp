// Which opcode takes which attribute, in which order.
#pragma once

#include "ballast/ast/attribute.hpp"
#include "ballast/export.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace ballast {

// A key that an opcode has, and whether XLA prints it for each instruction of the opcode (from its date on).
struct own_key {
    ast::attribute_kind key;
    bool always = false;

    // NOLINTNEXTLINE(google-explicit-constructor): a key by itself is one that may be there
    constexpr own_key(ast::attribute_kind which, bool each = false) : key(which), always(each) {}
    bool operator==(const own_key&) const = default;
};

// The keys of an opcode in printed order; without the tail that every opcode can have.
BALLAST_API std::span<const own_key> own_keys(ast::opcode_kind kind);

// What async sugar prints in the name of the wrapped opcode and what it prints in its own: all slots of a line in
// printed order, each for one attribute or none. `original_value` has the slot of `origin`.
struct attribute_slots {
    std::array<ast::attribute_kind, 48> keys{};
    std::size_t count = 0;

    constexpr void add(ast::attribute_kind key) { keys[count++] = key; }
};
// `sugared`: a name that is also an opcode (`all-gather-start`) is taken for what async sugar made. `early_accuracy`:
// as for some weeks of 2024.
attribute_slots slots_of(const ast::opcode& op, bool sugared = false, bool early_accuracy = false);
// Those of what updates or ends something asynchronous, without those of what it wraps.
attribute_slots slots_of_end(const ast::opcode& of);

// What an opcode that is named like async sugar would wrap; `unknown` for others.
ast::opcode_kind wrapped_by(ast::opcode_kind kind);

// Keys as bits, by their enumerators.
using key_set = std::array<std::uint64_t, 2>;
constexpr void insert(key_set& set, ast::attribute_kind key)
{
    set[static_cast<std::size_t>(key) / 64] |= std::uint64_t{1} << (static_cast<std::size_t>(key) % 64);
}
constexpr bool contains(const key_set& set, ast::attribute_kind key)
{
    return (set[static_cast<std::size_t>(key) / 64] >> (static_cast<std::size_t>(key) % 64) & 1) != 0;
}
// The keys that every instruction of the opcode has.
const key_set& always_of(ast::opcode_kind kind);

// False for the opcodes that nothing wraps: parameters, and what is asynchronous itself.
bool has_async_form(ast::opcode_kind kind);

// The place of a key in the fixed tail, from 1; 0 for keys that are not part of it.
BALLAST_API int tail_place(ast::attribute_kind key);

// What the value of a key is, whatever the opcode. Values with a struct of their own, words, strings, and those that
// differ between opcodes are `special`.
enum class value_form : std::uint8_t {
    special,
    integer,
    boolean,
    only_true,
    computation,
    computations,
    some_computations, // at least one
    integers,
    some_integers, // at least one
};
BALLAST_API value_form form_of(ast::attribute_kind key);

// True for what starts, updates or ends something asynchronous.
bool is_async(const ast::opcode& op);

} // namespace ballast
