// Shapes without their layouts.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/ast/shape.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace ballast::analyse {

// New lists in it are in `memory`.
ast::shape without_layout(const ast::shape& node, ast::arena& memory);

std::string text_of(const ast::shape& node);

// The same as the text without layouts, of the text alone: a shape can have millions of parts.
std::string bare_text(std::string_view shape);

// Of an array: the spelling of its elements' type, and how many dimensions it has; -1 of buffers and tuples.
struct array_facts {
    std::string_view type;
    std::int64_t rank = -1;
};
array_facts facts_of(std::string_view shape);

} // namespace ballast::analyse
