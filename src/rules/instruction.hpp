// Checks instructions.
#pragma once

#include "ballast/ast/instruction.hpp"
#include "rules/violation.hpp"

namespace ballast::rules {

// Either all operands of an instruction have shapes, or none has. Deleted operands have neither name nor shape. The
// part is the first operand that differs.
verdict check_operand_shapes(const ast::list<ast::operand>& operands);

// Operands in a dump are not elements of tuples. The part is the first one that is.
verdict check_operands_of_dump(const ast::instruction& instruction);

// Checks an instruction with its shapes, literal and attributes.
verdict check_instruction(const ast::instruction& instruction);

} // namespace ballast::rules
