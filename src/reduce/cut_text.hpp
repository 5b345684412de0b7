// A module text without the instructions that are removed.
#pragma once

#include "reduce/cut.hpp"
#include "reduce/names.hpp"
#include "reduce/program.hpp"

#include <string>

namespace ballast::reducing {

// The text of the module in of.lines(), which must be there. Computations that nothing calls any more go, too, and
// tables of source locations with the metadata that refers to them.
std::string cut_text(const program& of, const names& left, const selection& chosen, ast::arena& memory);

} // namespace ballast::reducing
