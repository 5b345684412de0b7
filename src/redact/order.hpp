// The order of rows of equal size, which follows from names.
#pragma once

#include "ballast/ast/live_range.hpp"
#include "ballast/ast/stack_trace.hpp"

#include <span>
#include <vector>

namespace ballast::inline v0::redact {

// The rows with those of equal size sorted by names, as XLA prints them since it prints sums; older rows as they are.
std::vector<ast::peak_row> sorted_rows(std::span<const ast::peak_row> rows);
// The rows with siblings of equal size sorted by labels, as XLA prints them, and the remaining bytes counted again. The
// rows as they are if the remaining bytes do not follow from the others.
std::vector<ast::stack_row> sorted_siblings(std::span<const ast::stack_row> rows);

} // namespace ballast::inline v0::redact
