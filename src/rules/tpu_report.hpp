// What an out-of-memory report of a TPU must have to be printed as one.
#pragma once

#include "ballast/ast/tpu_report.hpp"
#include "rules/violation.hpp"

namespace ballast::rules {

// All parts of a report are about one memory space.
verdict check_tpu_space(std::string_view first, std::string_view other);
// What the grammar cannot express about the parts that are there.
verdict check_tpu_parts(const ast::tpu_report& report);
// That no part is missing: a report has a lead, what the program requires and what takes the memory. In the log it
// begins with the second.
verdict check_tpu_whole(const ast::tpu_report& report);
verdict check_tpu_report(const ast::tpu_report& report);
verdict check_tpu_usage(const ast::tpu_usage& usage);

} // namespace ballast::rules
