// The attributes of each opcode, and their order.
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

// The keys of an opcode in printed order, without the tail that every opcode can have.
BALLAST_API std::span<const own_key> own_keys(ast::opcode_kind kind);

// All attributes that a line can have, in printed order; async sugar has those of the wrapped opcode and its own. Each
// slot has at most one attribute. `original_value` has the slot of `origin`.
struct attribute_slots {
    std::array<ast::attribute_kind, 48> keys{};
    std::size_t count = 0;

    constexpr void add(ast::attribute_kind key) { keys[count++] = key; }
};
// `sugared`: treats a name that is also an opcode (`all-gather-start`) as async sugar. `early_accuracy`: the order of
// some weeks of 2024.
attribute_slots slots_of(const ast::opcode& op, bool sugared = false, bool early_accuracy = false);
// The slots of an update or done instruction, without those of the wrapped instruction.
attribute_slots slots_of_end(const ast::opcode& of);

// The opcode that would be wrapped if the name were async sugar; `unknown` if the name does not have that form.
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

// False for opcodes that cannot be wrapped: parameters and asynchronous instructions.
bool has_async_form(ast::opcode_kind kind);

// The position of a key in the fixed tail, from 1; 0 for keys that are not part of it.
BALLAST_API int tail_place(ast::attribute_kind key);

// The form of a value if it is the same for all opcodes. `special`: values with their own struct, words, strings, and
// values that differ between opcodes.
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

// True for start, update and done instructions.
bool is_async(const ast::opcode& op);

} // namespace ballast
