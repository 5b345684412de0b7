// What surrounds the message of an error, where it can be printed and read again.
#pragma once

#include "ballast/ast/status.hpp"
#include "rules/violation.hpp"

#include <optional>

namespace ballast::rules {

// What is wrong with a status: a part without the one that it follows, or a number that has not four digits.
std::optional<phrase> status_fault(const ast::status& status);

} // namespace ballast::rules
