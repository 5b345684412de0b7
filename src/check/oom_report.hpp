// Checks whether an out-of-memory report is consistent: the bytes by class, and the largest buffers.
#pragma once

#include "ballast/ast/oom_report.hpp"
#include "check/report.hpp"

#include <cstdint>
#include <string_view>

namespace ballast::checking {

// `base` is the offset of the text in the concatenated texts that findings refer to.
void check_statistics(const ast::allocation_statistics& of, std::string_view text, std::int64_t base, report& out);
// Also checks its statistics.
void check_oom_report(const ast::oom_report& of, std::string_view text, std::int64_t base, report& out);

} // namespace ballast::checking
