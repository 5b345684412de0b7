// Compares a memory-usage report with the allocations of its module.
#pragma once

#include "ballast/ast/files.hpp"
#include "check/usage_report.hpp"

namespace ballast::checking {

// The allocations are those of the module.
void check_module_usage(const context& in, const ast::list<ast::allocation>& allocations, const usage_text& of);

} // namespace ballast::checking
