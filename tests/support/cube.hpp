// A result with attributes that count or name dimensions.
#pragma once

#include "ballast/ast.hpp"
#include "generate/nodes.hpp"

#include <vector>

namespace ballast::tests {

// If the opcode has such attributes: an array of three dimensions, and attributes that fit it.
inline void fit_to_cube(generate::nodes& draw, ast::instruction& instruction)
{
    if (!generate::has_dimensions(instruction.opcode.kind)) return;
    ast::array_shape cube;
    cube.type.kind = ast::element_kind::f32;
    cube.dimensions = draw.list(std::vector<ast::dimension>(3, {5, ast::dimension_kind::fixed}));
    instruction.shape = draw.memory().share(ast::shape{cube});
    draw.fit(instruction, {&cube, {}});
}

} // namespace ballast::tests
