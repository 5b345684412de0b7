// Whether a memory-usage report says what the allocations of its module determine.
#pragma once

#include "ballast/ast/files.hpp"
#include "check/usage_report.hpp"

namespace ballast::meaning {

// `dump` is the one of the module with its allocations.
void check_module_usage(const context& in, const ast::dump& dump, const usage_text& of);

} // namespace ballast::meaning
