// Dump text in messages.
#pragma once

#include "ballast/export.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace ballast {

// Appends the first character of a text that is not empty, and takes it off: control bytes and what is no UTF-8 stand
// as `\x1f`.
BALLAST_API void append_printable(std::string& to, std::string_view& text);

// The text in backticks, as far as it is printable. At most `limit` bytes of it, so that a message stays a line
// whatever the dump holds.
BALLAST_API std::string shown(std::string_view text, std::size_t limit = 40);

} // namespace ballast
