// Whether what XLA says where memory ends agrees: how much is allocated by class, and what is largest.
#pragma once

#include "ballast/ast/oom_report.hpp"
#include "check/report.hpp"

#include <cstdint>
#include <string_view>

namespace ballast::meaning {

// `base` is where the text begins in what findings count their offsets in.
void check_statistics(const ast::allocation_statistics& of, std::string_view text, std::int64_t base, report& out);
// With its statistics.
void check_oom_report(const ast::oom_report& of, std::string_view text, std::int64_t base, report& out);

} // namespace ballast::meaning
