// Checks the lines of a memory-usage report together.
#pragma once

#include "ballast/ast/usage_report.hpp"
#include "rules/violation.hpp"

#include <cstdint>

namespace ballast::rules {

// Memory spaces from this color on are named by their numbers.
inline constexpr std::int64_t first_numbered_space = 6;

// A space that is named by a number has that color, and no name of its own.
verdict check_space(std::int64_t number, std::int64_t color);

// Checks a tree that is to be printed as a report.
verdict check_report(const ast::usage_report& report);

} // namespace ballast::rules
