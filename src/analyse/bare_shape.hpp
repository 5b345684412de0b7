// Shapes without their layouts.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/ast/shape.hpp"

#include <string>

namespace ballast::analyse {

// New lists in it are in `memory`.
ast::shape without_layout(const ast::shape& node, ast::arena& memory);

std::string text_of(const ast::shape& node);

} // namespace ballast::analyse
