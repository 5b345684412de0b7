// A module text without the instructions that are removed.
#pragma once

#include "ballast/ast/module_text.hpp"
#include "reduce/cut.hpp"
#include "reduce/names.hpp"
#include "reduce/program.hpp"

namespace ballast::reducing {

// What is left of the module text of the program, which must be there. Computations that nothing calls any more go,
// too, and tables of source locations with the metadata that refers to them.
ast::module_text cut_module(const program& of, const names& left, const selection& chosen, ast::arena& memory);

} // namespace ballast::reducing
