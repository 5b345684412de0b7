// Checks whether a tree that was built in memory can be printed and read again (context rules).
#pragma once

#include "ballast/ast.hpp"
#include "ballast/export.hpp"
#include "ballast/finding.hpp"

#include <vector>

namespace ballast::inline v0 {

// Checks a node with the same rules that refuse a text. Returns at most one finding for each instruction, row or shape,
// and none if the printed node would be accepted. The findings have no places, because there is no text.
BALLAST_API std::vector<finding> well_formed(const ast::dump& dump);
BALLAST_API std::vector<finding> well_formed(const ast::usage_report& report);
BALLAST_API std::vector<finding> well_formed(const ast::oom_report& report);
BALLAST_API std::vector<finding> well_formed(const ast::module_text& text);
BALLAST_API std::vector<finding> well_formed(const ast::tpu_report& report);
BALLAST_API std::vector<finding> well_formed(const ast::tpu_usage& usage);
BALLAST_API std::vector<finding> well_formed(const ast::memory_message& message);
BALLAST_API std::vector<finding> well_formed(const ast::allocation& allocation);
BALLAST_API std::vector<finding> well_formed(const ast::value_line& line);
BALLAST_API std::vector<finding> well_formed(const ast::used_value& value);
BALLAST_API std::vector<finding> well_formed(const ast::instruction& instruction);
BALLAST_API std::vector<finding> well_formed(const ast::shape& shape);
BALLAST_API std::vector<finding> well_formed(const ast::sharding& sharding);
BALLAST_API std::vector<finding> well_formed(const ast::live_range& ranges);
BALLAST_API std::vector<finding> well_formed(const ast::stack_trace& trace);
// Checks an attribute for this opcode, and a literal for this shape.
BALLAST_API std::vector<finding> well_formed(const ast::attribute& attribute, const ast::opcode& opcode);
BALLAST_API std::vector<finding> well_formed(const ast::literal& literal, const ast::shape& shape);

} // namespace ballast::inline v0
