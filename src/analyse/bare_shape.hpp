// Shapes without their layouts.
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

// The text of a shape without layouts. It works on the text, since a shape can have millions of parts.
std::string bare_text(std::string_view shape);

// The element type of an array as spelled, and its number of dimensions; -1 for buffers and tuples.
struct array_facts {
    std::string_view type;
    std::int64_t rank = -1;
};
array_facts facts_of(std::string_view shape);

} // namespace ballast::analyse
