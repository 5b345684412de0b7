// Whether what a memory-usage report says agrees.
#pragma once

#include "ballast/ast/usage_report.hpp"
#include "check/report.hpp"

#include <string_view>

namespace ballast::meaning {

// Sizes are rounded in a report, so that a sum is held against all that its parts can be.
void check_usage_report(const ast::usage_report& of, std::string_view text, report& out);

} // namespace ballast::meaning
