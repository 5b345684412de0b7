// Which opcode takes which attribute, in which order.
#pragma once

#include "ballast/ast/attribute.hpp"
#include "ballast/export.hpp"

#include <cstdint>
#include <span>

namespace ballast {

// The keys of an opcode in printed order; without the tail that every opcode can have.
BALLAST_API std::span<const ast::attribute_kind> own_keys(ast::opcode_kind kind);

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

// True for the opcodes whose line may carry a key twice: what starts, updates or ends something asynchronous.
bool is_async(const ast::opcode& op);

} // namespace ballast
