// Checks whether an out-of-memory report can be printed.
#pragma once

#include "ballast/ast/oom_report.hpp"
#include "rules/violation.hpp"

namespace ballast::rules {

// Checks its buffers. If the report lists allocations, it has at least one.
verdict check_buffers(const ast::oom_report& report);

} // namespace ballast::rules
