// Checks attributes for their opcodes.
#pragma once

#include "ballast/ast/instruction.hpp"
#include "ballast/era.hpp"
#include "rules/violation.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace ballast::rules {

// Checks that the opcode takes the typed value, that its parts agree, and that no field has a default that is never
// printed.
verdict check_value(const ast::opcode& op, const ast::attribute& attribute);

// Checks that frontend attributes are sorted by key.
verdict check_frontend(const ast::frontend_attributes& attributes);

// Checks that a number is printed as by `%.6g`.
verdict check_six_digits(ast::float_text number);

// True for update and done instructions. Since 2024 they have only attributes of their own.
bool ends_async(const ast::instruction& instruction);

// Checks that known attributes are in printed order, and occur as often as XLA prints them: async sugar prints those of
// the wrapped instruction, then its own. The part is the wrong attribute; `before` is the one that it contradicts, or
// the same.
struct order_verdict {
    verdict found;
    std::size_t before = 0;
    // A result_accuracy before the rest of the tail, as for some weeks of 2024.
    std::optional<std::size_t> early_accuracy;
    // In an update or done instruction, the first attribute of the wrapped instruction.
    std::optional<std::size_t> wrapped;
};
order_verdict check_order(const ast::instruction& instruction);

// Checks that an instruction has all attributes that XLA always prints for the opcode, and that an opcode with an async
// suffix has an asynchronous form.
struct absences {
    verdict found;
    std::vector<feature> dated; // features that the absence of keys shows
};
absences check_present(const ast::instruction& instruction);

} // namespace ballast::rules
