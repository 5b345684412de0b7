// Checks whether a message about memory can be printed.
#pragma once

#include "ballast/ast/memory_message.hpp"
#include "rules/violation.hpp"

namespace ballast::rules {

// Checks the status: no part without the one that it follows, numbers of four digits, no replica in a compiler's
// message.
verdict check_message(const ast::memory_message& message);

} // namespace ballast::rules
