// Attributes against their opcodes.
#pragma once

#include "ballast/ast/instruction.hpp"
#include "rules/broken.hpp"

#include <cstddef>
#include <optional>

namespace ballast::rules {

// A typed value is one that the opcode has, agrees with itself, and has no field at a default that is not printed.
verdict check_value(const ast::opcode& op, const ast::attribute& attribute);

// A number as `%.6g` prints it.
verdict check_six_digits(ast::float_text number);

// Known attributes are in printed order, each once; lines of asynchronous opcodes may have two runs of some. The part
// is the attribute at fault, `before` the one that it contradicts.
struct order_verdict {
    verdict found;
    std::size_t before = 0;
    // A result_accuracy at the head of the tail, where it was for some weeks of 2024.
    std::optional<std::size_t> early_accuracy;
};
order_verdict check_order(const ast::instruction& instruction);

} // namespace ballast::rules
