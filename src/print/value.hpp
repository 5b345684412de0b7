// Parts of values that other lines contain, too.
#pragma once

#include "ballast/ast/value.hpp"
#include "ballast/sink.hpp"

namespace ballast::print_detail {

// `name, operand 2 {0}`.
void put_use(sink& out, const ast::value_use& x);

} // namespace ballast::print_detail
