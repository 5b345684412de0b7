// Checks literals against the shapes of their instructions.
#pragma once

#include "ballast/ast/literal.hpp"
#include "rules/violation.hpp"

#include <string>

namespace ballast::rules {

// The kind of numbers that an element type has.
enum class number_class { boolean, integer, floating, complex, unknown };
number_class class_of(ast::element_kind kind);

// `wanted` was expected instead of an element. The reader and the rules share this message.
violation wrong_element(std::string_view element, std::string_view wanted);

// Checks that an array has as many elements as its shape, of its type and in its range. The part is an element.
verdict check_count(std::size_t elements, const ast::array_literal& literal, const ast::shape& shape);
// Sets `old_digits` if a number has six digits, as none is printed any more.
verdict check_elements(const ast::array_literal& literal, ast::element_kind kind, bool* old_digits = nullptr);

// Checks that a tuple has a part for each part of its shape.
verdict check_parts(const ast::tuple_literal& literal, const ast::shape& shape);

// Checks that there are as many dynamic sizes as dimensions.
verdict check_dynamic_sizes(const ast::literal_array& literal);

// All of these checks, for a whole literal.
verdict check_literal(const ast::literal& literal, const ast::shape& shape);
verdict check_literal(const ast::shaped_literal& literal);

} // namespace ballast::rules
