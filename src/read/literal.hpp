// From the numerals of a literal to typed elements, and whether they stand as XLA writes them. Free of PEGTL.
#pragma once

#include "read/context.hpp"

namespace ballast::read {

// The elements that were pushed from `begin` on, as an array of the shape in ctx.literal_shape; without one, as the
// text itself is nested. Refuses elements that do not fit the type and text that XLA would have spaced otherwise.
ast::array_literal make_array(context& ctx, std::string_view text, std::size_t begin);

// True where a literal holds more than the ten elements that are printed by default, or is a tuple in full.
bool shows_large_constant(const ast::literal& literal);

// The text of a literal that the grammar did not take: fine for element types that nobody knows, refused else.
void check_literal_text(context& ctx, const ast::shape& shape, std::string_view text);

// The shape of `literal` with its dynamic dimensions at their sizes.
ast::shape with_sizes(context& ctx, const ast::literal_array& literal);

} // namespace ballast::read
