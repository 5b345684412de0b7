// Words for the kinds of files in output.
#pragma once

#include "ballast/ast/files.hpp"

#include <string_view>

namespace ballast::inline v0::files {

// assignment, combined, values, live-range, memory-usage-report, out-of-memory, statistics, buffer-info, module-text,
// framed.
std::string_view kind_word(const ast::tree& tree);
std::string_view kind_word(ast::dump_kind kind);

} // namespace ballast::inline v0::files
