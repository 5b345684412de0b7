// Checks the items of an allocation header together.
#pragma once

#include "ballast/ast/allocation.hpp"
#include "ballast/ast/usage_report.hpp"
#include "rules/violation.hpp"

namespace ballast::rules {

// Checks the classes: at least one of the five, because XLA prints preallocated-temp if no other class applies.
verdict check_class(const ast::allocation& head);
verdict check_class(const ast::report_allocation& head);

} // namespace ballast::rules
