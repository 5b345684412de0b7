// Checks what surrounds an error message.
#pragma once

#include "ballast/ast/status.hpp"
#include "rules/violation.hpp"

#include <optional>

namespace ballast::rules {

// What is wrong with a status: a part without the one that it follows, or a number without four digits.
std::optional<finding_message> status_fault(const ast::status& status);

} // namespace ballast::rules
