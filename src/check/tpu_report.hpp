// Checks whether an out-of-memory report of a TPU, or the use of its memory, is consistent: sums, differences,
// percentages, the order of lists, and sizes compared with shapes.
#pragma once

#include "ballast/ast/tpu_report.hpp"
#include "check/report.hpp"

#include <cstdint>
#include <string_view>

namespace ballast::checking {

// `base` is the offset of the text in the concatenated texts that findings refer to.
void check_tpu_report(const ast::tpu_report& of, std::string_view text, std::int64_t base, report& out);
void check_tpu_usage(const ast::tpu_usage& of, std::string_view text, std::int64_t base, report& out);

} // namespace ballast::checking
