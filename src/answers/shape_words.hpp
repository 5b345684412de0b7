// Shapes, layouts and element types in words.
#pragma once

#include "ballast/ast/shape.hpp"

#include <string>
#include <vector>

namespace ballast::inline v0::answers {

// `a floating-point number of 16 bits: 1 for the sign, 8 for the exponent, 7 for the fraction`.
std::string in_words(ast::element_kind type);

// One sentence for the order of the dimensions and each suffix that is printed.
std::vector<std::string> in_words(const ast::layout& layout);

// Element type, dimensions, bytes, and the layout.
std::vector<std::string> in_words(const ast::shape& shape);

} // namespace ballast::inline v0::answers
