// Attributes that count or name dimensions, so that they fit the shapes of an instruction.
#pragma once

#include "ballast/ast/opcode.hpp"
#include "ballast/ast/shape.hpp"

#include <vector>

namespace ballast::generate {

// The arrays that an instruction reads and makes; a null pointer is one that nobody has drawn.
struct arrays_of {
    const ast::array_shape* result = nullptr;
    std::vector<const ast::array_shape*> operands;
};

// Whether the opcode has attributes that must fit its shapes, and whether there are some that fit these.
bool has_dimensions(ast::opcode_kind kind);
// Whether the shape of the result follows from the operands, and from attributes that fit.
bool has_result(ast::opcode_kind kind);
bool can_fit(ast::opcode_kind kind, const arrays_of& arrays);

} // namespace ballast::generate
