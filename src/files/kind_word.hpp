// Words for the kinds of files in output.
#pragma once

#include "ballast/document.hpp"

#include <string>
#include <string_view>

namespace ballast::inline v0::files {

// assignment, combined, values, live-range, memory-usage-report, out-of-memory, statistics, buffer-info, module-text,
// memory-message, framed.
std::string_view kind_word(const ast::tree& tree);
std::string_view kind_word(ast::dump_kind kind);

// The eras that can have printed the text: those of XLA, `D11..D24`, or those of a TPU's compiler, `TPU D..E`.
std::string era_word(const document& read);

} // namespace ballast::inline v0::files
