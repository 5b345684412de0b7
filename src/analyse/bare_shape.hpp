// Shapes as text, with and without their layouts.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/ast/shape.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace ballast::analyse {

// The shape without layouts. New lists are in `memory`.
ast::shape without_layout(const ast::shape& node, ast::arena& memory);

std::string text_of(const ast::shape& node);

// The text of the shape without layouts.
std::string bare_text(const ast::shape& node);

// The element type as spelled, and the number of dimensions.
struct array_facts {
    std::string_view type;  // `tuple` for a tuple
    std::int64_t rank = -1; // -1 for buffers and tuples
};
array_facts facts_of(const ast::shape& node);

} // namespace ballast::analyse
