// Dump text in messages.
#pragma once

#include "ballast/export.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace ballast {

// Bytes of the code point that `text` begins with; 0 where it must not be shown as it is. These are control characters
// (C0, DEL, C1), which a terminal obeys; marks that turn the direction of text, so that it reads as something else;
// line separators and the byte order mark, which have no width; bytes that are no UTF-8; and what CI systems search log
// lines for, `##[` and `##vso[`.
BALLAST_API std::size_t shown_length(std::string_view text);

// True where the text, as a line of its own, would be a workflow command of GitHub: blanks before it do not matter.
BALLAST_API bool is_workflow_command(std::string_view text);

// Appends the first character of a text that is not empty, and takes it off. What must not be shown as it is stands as
// its bytes, `\x1f`.
BALLAST_API void append_printable(std::string& to, std::string_view& text);

// Text of a dump in a line: one line, nothing that a terminal, a CI system or a reader would take for something else.
BALLAST_API std::string printable(std::string_view text);

// The text in backticks, as far as it is printable. At most `limit` bytes of it, so that a message stays a line
// whatever the dump holds.
BALLAST_API std::string shown(std::string_view text, std::size_t limit = 40);

} // namespace ballast
