// The values of strings as they stand in a dump.
#pragma once

#include "ballast/ast/attribute.hpp"
#include "ballast/era.hpp"
#include "ballast/export.hpp"

#include <string>
#include <string_view>

namespace ballast::inline v0 {

// The bytes that an escaped text stands for: `\n`, `\'`, `\303` and the like. What is no escape stays.
BALLAST_API std::string unescaped(std::string_view text);
// The text that XLA prints for these bytes where it escapes.
BALLAST_API std::string escaped(std::string_view bytes);
// The value of a text of that time: what stands between quotes was raw in frontend attributes before 2025-04-09.
BALLAST_API std::string decoded(const ast::text& text, commit_time when = now);
// True where XLA's own lexer takes the text for a dict: braces balance, string tokens are valid UTF-8 and skipped,
// blanks and comments may stand around it.
BALLAST_API bool is_dict(std::string_view text);

} // namespace ballast::inline v0
