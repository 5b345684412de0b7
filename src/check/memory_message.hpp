// Checks whether the numbers of a message about memory agree with each other, and with the dump of its module.
#pragma once

#include "ballast/ast/memory_message.hpp"
#include "check/report.hpp"

#include <cstdint>
#include <string_view>

namespace ballast::checking {

// `base` is the offset of the text in the concatenated texts that findings refer to.
void check_message(const ast::memory_message& of, std::string_view text, std::int64_t base, report& out);
// The sizes of a compiled program, compared with the allocations of its dump.
void check_compiled_sizes(const context& in, const ast::memory_message& of, std::string_view text, std::int64_t base);

} // namespace ballast::checking
