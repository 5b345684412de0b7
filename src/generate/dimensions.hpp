// Attributes that count or name dimensions, drawn to fit the shapes of an instruction.
#pragma once

#include "ballast/ast/opcode.hpp"
#include "ballast/ast/shape.hpp"

#include <vector>

namespace ballast::generate {

// The arrays that an instruction reads and defines; null for those that are not drawn.
struct arrays_of {
    const ast::array_shape* result = nullptr;
    std::vector<const ast::array_shape*> operands;
};

// The numbers of contracting and batch dimensions of a dot; empty if none fit.
struct dot_counts {
    std::size_t contracted = 0;
    std::size_t common = 0;
};

// True if the opcode has attributes that must fit its shapes, and if some fit these shapes.
bool has_dimensions(ast::opcode_kind kind);
// True if the shape of the result follows from the operands and fitting attributes.
bool has_result(ast::opcode_kind kind);
bool can_fit(ast::opcode_kind kind, const arrays_of& arrays);

} // namespace ballast::generate
