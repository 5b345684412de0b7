// Layouts against their shapes, and the marks of long lists.
#pragma once

#include "ballast/ast/shape.hpp"
#include "rules/violation.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ballast::rules {

// The part of an array that a layout rule finds fault with.
enum class layout_part : std::size_t { order, splits, invalid };

// A layout orders each dimension once and splits no other; `invalid{}` is for scalars. The part is a layout_part.
verdict check_layout(const ast::layout& layout, std::size_t rank);
verdict check_layout(const ast::array_shape& shape);

// Every fifth element of a list has a mark with its index. `mark` is what the mark before element `index` says; whether
// all marks of a file are absent is the era's to judge.
verdict check_index_mark(std::size_t index, std::optional<std::int64_t> mark);

// True where any array of a shape has a layout.
bool has_layout(const ast::shape& shape);

// All arrays of a shape, those in its layouts included.
verdict check_shape(const ast::shape& shape);

} // namespace ballast::rules
