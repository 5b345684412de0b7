// Which opcode takes which attribute, in which order, and since when.
#pragma once

#include "ballast/ast/attribute.hpp"
#include "ballast/era.hpp"
#include "ballast/export.hpp"

#include <optional>
#include <span>

namespace ballast {

// The keys of an opcode in printed order; without the tail that every opcode can have.
BALLAST_API std::span<const ast::attribute_kind> own_keys(ast::opcode_kind kind);

// The place of a key in the fixed tail, from 1; 0 for keys that are not part of it.
BALLAST_API int tail_place(ast::attribute_kind key);

// True for the opcodes whose line may carry a key twice: what starts, updates or ends something asynchronous.
bool is_async(const ast::opcode& op);

// The feature that a key shows by itself, if XLA printed it for a part of the time only.
BALLAST_API std::optional<feature> shown_by(ast::attribute_kind key);

} // namespace ballast
