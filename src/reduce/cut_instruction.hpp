// An instruction without the operands, elements and attributes that are removed.
#pragma once

#include "ballast/arena.hpp"
#include "reduce/names.hpp"
#include "reduce/program.hpp"

#include <set>

namespace ballast::reducing {

// What is left of an instruction of a dump or of a module text. A removed operand is a deleted one.
ast::instruction cut(const ast::instruction& old, const program& of, const names& left,
                     const std::set<ast::attribute_kind>& without, ast::arena& memory);

} // namespace ballast::reducing
