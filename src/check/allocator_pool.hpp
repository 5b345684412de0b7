// Checks whether the chunks, sums and counters of an allocator's summary agree with each other.
#pragma once

#include "ballast/ast/allocator_summary.hpp"
#include "check/message_text.hpp"

namespace ballast::checking {

void check_pool(const ast::allocator_summary& of, message_text at, report& out);

} // namespace ballast::checking
