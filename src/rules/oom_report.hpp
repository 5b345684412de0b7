// What an out-of-memory report must have to be printed as one.
#pragma once

#include "ballast/ast/oom_report.hpp"
#include "rules/violation.hpp"

namespace ballast::rules {

// Its buffers, and that there are allocations where it is of those.
verdict check_buffers(const ast::oom_report& report);

} // namespace ballast::rules
