// Tables of the specification: in its chapters, and of all findings.
#pragma once

#include "describe/specification.hpp"

#include <string>
#include <string_view>

namespace ballast::describe {

// True for `rules`, `findings`, `features`, `element types`, `opcodes`, `attributes`, `words`, `states`,
// `example kinds`.
bool is_table(std::string_view kind);
// The table as Markdown; `names` are the context rules (`C3`), findings or features that it is to show.
std::string table_of(const specification& spec, std::string_view kind, std::string_view names);
// The first name that the table does not know; empty if it knows all of them.
std::string_view unknown_name(const specification& spec, std::string_view kind, std::string_view names);
// spec/diagnostics.md: all findings and context rules.
std::string diagnostics_document(const specification& spec);

} // namespace ballast::describe
