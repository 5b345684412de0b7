// Converts the numbers of a literal to typed elements, and checks their spelling. Free of PEGTL.
#pragma once

#include "read/context.hpp"

namespace ballast::read {

// The elements that were pushed from `begin` on, as an array of the shape in ctx.literal_shape; without a shape, the
// dimensions follow from the braces. Refuses elements that do not fit the type, and text that XLA would have spaced
// differently.
ast::array_literal make_array(context& ctx, std::string_view text, std::size_t begin);

// True if a literal has more than the ten elements that are printed by default, or is a tuple that is not elided.
bool shows_large_constant(const ast::literal& literal);

// The text of a literal that the grammar does not match. Accepts it if the element type is unknown.
void check_literal_text(context& ctx, const ast::shape& shape, std::string_view text);

// The shape of `literal` with its dynamic sizes instead of its dynamic dimensions.
ast::shape with_sizes(context& ctx, const ast::literal_array& literal);

} // namespace ballast::read
