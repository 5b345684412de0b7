// What a message about memory must have to be printed as one.
#pragma once

#include "ballast/ast/memory_message.hpp"
#include "rules/violation.hpp"

namespace ballast::rules {

// Its status: no part without the one that it follows, numbers of four digits, and no replica in a compiler's message.
verdict check_message(const ast::memory_message& message);

} // namespace ballast::rules
