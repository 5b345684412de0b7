// The text between the braces of metadata.
#pragma once

#include "ballast/ast/metadata.hpp"
#include "ballast/sink.hpp"

namespace ballast::print_detail {

void put_fields(sink& out, const ast::metadata& x);

} // namespace ballast::print_detail
