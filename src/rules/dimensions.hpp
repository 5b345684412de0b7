// Checks attributes that count or name dimensions against the shapes of their instruction.
//
//     %b = f32[8,16]{1,0} broadcast(f32[16]{0} %x), dimensions={1}
#pragma once

#include "ballast/ast/instruction.hpp"
#include "rules/violation.hpp"

namespace ballast::rules {

// XLA infers and verifies these for every instruction (xla/service/shape_inference.cc, hlo_verifier.cc). What the text
// does not show (shapes of operands, forms of async instructions) is not checked. The part is the wrong attribute.
verdict check_dimensions(const ast::instruction& node);

} // namespace ballast::rules
