// What the items of an allocation's head say together.
#pragma once

#include "ballast/ast/allocation.hpp"
#include "ballast/ast/usage_report.hpp"
#include "rules/violation.hpp"

namespace ballast::rules {

// XLA calls a preallocated temp what is nothing else, so that a head says at least one of the five.
verdict check_class(const ast::allocation& head);
verdict check_class(const ast::report_allocation& head);

} // namespace ballast::rules
