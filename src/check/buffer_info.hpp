// Whether what a table of buffers says agrees.
#pragma once

#include "ballast/ast/buffer_info.hpp"
#include "check/report.hpp"

#include <cstdint>
#include <string_view>

namespace ballast::meaning {

// `base` is where the text begins in what findings count their offsets in.
void check_buffer_info(const ast::buffer_info& of, std::string_view text, std::int64_t base, report& out);

} // namespace ballast::meaning
