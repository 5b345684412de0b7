// Checks attributes that count or name dimensions against the shapes of their instruction.
//
//     %b = f32[8,16]{1,0} broadcast(f32[16]{0} %x), dimensions={1}
#pragma once

#include "ballast/ast/instruction.hpp"
#include "rules/violation.hpp"

#include <span>

namespace ballast::rules {

// An instruction with the shapes of its result and operands, whether its own text shows them or another one.
struct shaped_instruction {
    ast::opcode_kind opcode{};
    const ast::shape* result = nullptr;            // null: unknown
    std::span<const ast::shape* const> operands{}; // null: unknown
    ast::list<ast::attribute> attributes{};
    bool on_tpu = false;
};

// False for tokens and the like, whose shapes say nothing about dimensions.
bool has_elements(ast::element_kind kind);

// XLA infers and verifies these for every instruction (xla/service/shape_inference.cc, hlo_verifier.cc). What is
// unknown is not checked. The part is the wrong attribute.
verdict check_dimensions(const shaped_instruction& made);
// By what its text shows. Forms of async instructions are not checked.
verdict check_dimensions(const ast::instruction& node);

} // namespace ballast::rules
