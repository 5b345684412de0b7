// Sections as the TPU compiler prints them.
#pragma once

#include "ballast/ast/tpu_usage.hpp"
#include "print/human_size.hpp"

namespace ballast::print_detail {

void put_total(sink& out, const ast::tpu_total& x);
void put_program(sink& out, const ast::tpu_program& x);

} // namespace ballast::print_detail
