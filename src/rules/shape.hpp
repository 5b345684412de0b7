// Checks layouts against their shapes, and index marks.
#pragma once

#include "ballast/ast/shape.hpp"
#include "rules/violation.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ballast::rules {

// The part of an array that breaks a layout rule.
enum class layout_part : std::size_t { order, splits, invalid };

// Checks that a layout orders each dimension once and splits only existing ones. `invalid{}` is only for scalars. The
// part is a layout_part.
verdict check_layout(const ast::layout& layout, std::size_t rank);
verdict check_layout(const ast::array_shape& shape);

// Every fifth element of a list has a mark with its index. `mark` is the number in the mark before element `index`.
// Files without any marks are a matter of the era.
verdict check_index_mark(std::size_t index, std::optional<std::int64_t> mark);

// True if any array of a shape has a layout.
bool has_layout(const ast::shape& shape);

// Checks all arrays of a shape, including those in its layouts.
verdict check_shape(const ast::shape& shape);

} // namespace ballast::rules
