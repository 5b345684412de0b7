// Whether a tree can be printed and read again: the context rules over nodes, for trees that no text was read for.
#pragma once

#include "ballast/ast.hpp"
#include "ballast/export.hpp"
#include "ballast/finding.hpp"

#include <vector>

namespace ballast::inline v0 {

// What is wrong with a node, at most one finding for each instruction, row or shape in it; nothing where its printed
// text is accepted. The same functions refuse a text. Findings have no place: there is no text.
BALLAST_API std::vector<finding> well_formed(const ast::dump& dump);
BALLAST_API std::vector<finding> well_formed(const ast::allocation& allocation);
BALLAST_API std::vector<finding> well_formed(const ast::value_line& line);
BALLAST_API std::vector<finding> well_formed(const ast::used_value& value);
BALLAST_API std::vector<finding> well_formed(const ast::instruction& instruction);
BALLAST_API std::vector<finding> well_formed(const ast::shape& shape);
BALLAST_API std::vector<finding> well_formed(const ast::sharding& sharding);
BALLAST_API std::vector<finding> well_formed(const ast::live_range& ranges);
BALLAST_API std::vector<finding> well_formed(const ast::stack_trace& trace);
// A value as this opcode has it, and a literal of this shape.
BALLAST_API std::vector<finding> well_formed(const ast::attribute& attribute, const ast::opcode& opcode);
BALLAST_API std::vector<finding> well_formed(const ast::literal& literal, const ast::shape& shape);

} // namespace ballast::inline v0
