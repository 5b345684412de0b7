// Attributes against their opcodes.
#pragma once

#include "ballast/ast/instruction.hpp"
#include "ballast/era.hpp"
#include "rules/violation.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace ballast::rules {

// A typed value is one that the opcode has, agrees with itself, and has no field at a default that is not printed.
verdict check_value(const ast::opcode& op, const ast::attribute& attribute);

// Frontend attributes are sorted by their keys.
verdict check_frontend(const ast::frontend_attributes& attributes);

// A number as `%.6g` prints it.
verdict check_six_digits(ast::float_text number);

// Whether it updates or ends something asynchronous. It has no attributes but its own since 2024.
bool ends_async(const ast::instruction& instruction);

// Known attributes are in printed order, each once for each time that XLA prints it: async sugar prints those of what
// it wraps, then its own. The part is the attribute at fault, `before` the one that it contradicts, or itself.
struct order_verdict {
    verdict found;
    std::size_t before = 0;
    // A result_accuracy at the head of the tail, where it was for some weeks of 2024.
    std::optional<std::size_t> early_accuracy;
    // What ends something asynchronous: the first attribute that is that of the wrapped instruction.
    std::optional<std::size_t> wrapped;
};
order_verdict check_order(const ast::instruction& instruction);

// What XLA prints for each instruction of the opcode is there; an opcode with the suffix of something asynchronous has
// an asynchronous form.
struct absences {
    verdict found;
    std::vector<feature> dated; // what the absence of keys shows that were not always printed
};
absences check_present(const ast::instruction& instruction);

} // namespace ballast::rules
