// Checks whether a buffer table is consistent.
#pragma once

#include "ballast/ast/buffer_info.hpp"
#include "check/report.hpp"

#include <cstdint>
#include <string_view>

namespace ballast::checking {

// `base` is the offset of the text in the concatenated texts that findings refer to.
void check_buffer_info(const ast::buffer_info& of, std::string_view text, std::int64_t base, report& out);

} // namespace ballast::checking
