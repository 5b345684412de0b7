// The element type and the dimensions of a result, if they follow from the operands and attributes of an instruction. A
// table by opcode; opcodes that it lacks have no such rule, or one with exceptions.
#pragma once

#include "ballast/ast/opcode.hpp"
#include "check/shape_table.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace ballast::checking {

struct shaped_instruction {
    ast::opcode_kind opcode{};
    model::number result = model::none;
    std::span<const model::number> operands{}; // none: unknown
    std::string_view attributes{};
    bool on_tpu = false;
};

// True if the table has a rule for the opcode.
bool has_result_rule(ast::opcode_kind opcode);
// False if the result contradicts the rest. True if it agrees, or if that is unknown.
bool result_fits(const shape_table& shapes, const shaped_instruction& made);

} // namespace ballast::checking
