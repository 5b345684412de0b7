// Instructions.
#pragma once

#include "ballast/ast/instruction.hpp"
#include "rules/violation.hpp"

namespace ballast::rules {

// The operands of an instruction have their shapes all or none; deleted ones have neither name nor shape. The part is
// the first operand that differs.
verdict check_operand_shapes(const ast::list<ast::operand>& operands);

// Operands in a dump are no elements of tuples. The part is the first that is one.
verdict check_operands_of_dump(const ast::instruction& instruction);

// Everything that holds for one instruction, its shapes, literal and attributes included.
verdict check_instruction(const ast::instruction& instruction);

} // namespace ballast::rules
