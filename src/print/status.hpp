// What surrounds an error message: the status before it, and notes after it.
#pragma once

#include "ballast/ast/status.hpp"
#include "ballast/sink.hpp"

namespace ballast::print_detail {

// In the order of the text; other parts can be between them.
void put_status_head(sink& out, const ast::status& x);
void put_status_code(sink& out, const ast::status& x);
void put_failed_replica(sink& out, const ast::status& x);
void put_status_link(sink& out, const ast::status& x);
void put_status_rest(sink& out, const ast::status& x);

} // namespace ballast::print_detail
