// Words for the kinds of files in output.
#pragma once

#include "ballast/document.hpp"
#include "ballast/export.hpp"

#include <string>
#include <string_view>

namespace ballast::inline v0 {

// assignment, combined, values, live-range, memory-usage-report, out-of-memory, statistics, buffer-info, module-text,
// memory-message, framed.
BALLAST_API std::string_view kind_word(const ast::tree& tree);
BALLAST_API std::string_view kind_word(ast::dump_kind kind);

// The eras that can have printed the text: those of XLA, `D11..D24`, or those of a TPU's compiler, `TPU D..E`.
BALLAST_API std::string era_word(const document& read);

} // namespace ballast::inline v0
