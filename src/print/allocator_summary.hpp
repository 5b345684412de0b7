// The summary of the GPU allocator.
#pragma once

#include "ballast/ast/allocator_summary.hpp"
#include "ballast/sink.hpp"

namespace ballast::print_detail {

void put_summary(sink& out, const ast::allocator_summary& x);

} // namespace ballast::print_detail
