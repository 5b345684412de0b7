// Parts of values that other lines contain, too.
#pragma once

#include "ballast/ast/files.hpp"
#include "ballast/sink.hpp"

namespace ballast::print_detail {

// `name, operand 2 {0}`.
void put_use(sink& out, const ast::value_use& x);
// Values that follow each other may share their instruction: its text is copied from the output.
void put_used_values(sink& out, const ast::list<ast::used_value>& values, const ast::forms& forms);

} // namespace ballast::print_detail
