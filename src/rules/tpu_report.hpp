// Checks whether an out-of-memory report of a TPU can be printed.
#pragma once

#include "ballast/ast/tpu_report.hpp"
#include "rules/violation.hpp"

namespace ballast::rules {

// All parts of a report are about one memory space.
verdict check_tpu_space(std::string_view first, std::string_view other);
// Checks the parts that are present, as far as the grammar cannot.
verdict check_tpu_parts(const ast::tpu_report& report);
// Checks that no part is missing: a report has a lead, the requirement of the program, and the list of what takes the
// memory. In a log it begins with the requirement.
verdict check_tpu_whole(const ast::tpu_report& report);
verdict check_tpu_report(const ast::tpu_report& report);
verdict check_tpu_usage(const ast::tpu_usage& usage);

} // namespace ballast::rules
