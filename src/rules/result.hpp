// The element type and the dimensions of a result, if they follow from the operands and attributes of an instruction. A
// table by opcode; opcodes that it lacks have no such rule, or one with exceptions.
#pragma once

#include "ballast/ast/instruction.hpp"

#include <cstdint>
#include <span>

namespace ballast::rules {

struct shaped_instruction {
    ast::opcode_kind opcode{};
    const ast::shape* result = nullptr;            // null: unknown
    std::span<const ast::shape* const> operands{}; // null: unknown
    ast::list<ast::attribute> attributes{};
    bool on_tpu = false;
};

// True if the table has a rule for the opcode.
bool has_result_rule(ast::opcode_kind opcode);
// False if the result contradicts the rest. True if it agrees, or if that is unknown.
bool result_fits(const shaped_instruction& made);

} // namespace ballast::rules
