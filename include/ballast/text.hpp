// Converts between strings in a dump and the bytes that they stand for.
#pragma once

#include "ballast/ast/attribute.hpp"
#include "ballast/era.hpp"
#include "ballast/export.hpp"

#include <string>
#include <string_view>

namespace ballast::inline v0 {

// Replaces escapes such as `\n`, `\'` and `\303` by the bytes that they stand for. Copies everything else.
BALLAST_API std::string unescaped(std::string_view text);
// The escaped text that XLA prints for these bytes.
BALLAST_API std::string escaped(std::string_view bytes);
// The bytes of a text that XLA printed at `when`. Before 2025-04-09 quoted frontend attributes were not escaped.
BALLAST_API std::string decoded(const ast::text& text, commit_time when = end_of_history);
// True if XLA's own lexer reads the text as a dict: its braces balance outside string tokens, which must be valid
// UTF-8. Blanks and comments may surround it.
BALLAST_API bool is_dict(std::string_view text);

} // namespace ballast::inline v0
