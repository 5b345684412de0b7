// Literals against the shapes of their instructions.
#pragma once

#include "ballast/ast/literal.hpp"
#include "rules/violation.hpp"

#include <string>

namespace ballast::rules {

// What the numerals of an element type are.
enum class number_class { boolean, integer, floating, complex, unknown };
number_class class_of(ast::element_kind kind);

// `wanted` in the place of an element: the sentence that reader and rule share.
violation wrong_element(std::string_view element, std::string_view wanted);

// An array has as many elements as its shape, of the shape's type and in its range. The part is an element.
verdict check_count(std::size_t elements, const ast::array_literal& literal, const ast::shape& shape);
// Sets `old_digits` where a number is spelled as none is any more: in six digits.
verdict check_elements(const ast::array_literal& literal, ast::element_kind kind, bool* old_digits = nullptr);

// A tuple has a part for each part of its shape.
verdict check_parts(const ast::tuple_literal& literal, const ast::shape& shape);

// Dynamic sizes are as many as dimensions.
verdict check_dynamic_sizes(const ast::literal_array& literal);

// All of these, of a whole literal.
verdict check_literal(const ast::literal& literal, const ast::shape& shape);
verdict check_literal(const ast::shaped_literal& literal);

} // namespace ballast::rules
