// The element type and the dimensions of a result, if they follow from the operands and attributes of an instruction. A
// table by opcode; opcodes that it lacks have no such rule, or one with exceptions.
#pragma once

#include "rules/dimensions.hpp"

namespace ballast::rules {

// True if the table has a rule for the opcode.
bool has_result_rule(ast::opcode_kind opcode);
// False if the result or an attribute contradicts the rest. True if all agrees, or if that is unknown.
bool result_fits(const shaped_instruction& made);

} // namespace ballast::rules
