// What the lines of a memory-usage report say together.
#pragma once

#include "ballast/ast/usage_report.hpp"
#include "rules/violation.hpp"

#include <cstdint>

namespace ballast::rules {

// Memory spaces from this color on are called by their numbers.
inline constexpr std::int64_t first_numbered_space = 6;

// A space that is called by its number has no other color, and no name of its own.
verdict check_space(std::int64_t number, std::int64_t color);

// A tree that prints as a report.
verdict check_report(const ast::usage_report& report);

} // namespace ballast::rules
