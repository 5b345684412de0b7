// Dump text in messages.
#pragma once

#include "ballast/export.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace ballast {

// The size in bytes of the first code point of `text`; 0 if it must not be shown unchanged. That is the case for
// control characters (C0, DEL, C1), which terminals execute; direction marks, which change the order of the text; line
// separators and the byte order mark, which are invisible; bytes that are not UTF-8; and `##[` and `##vso[`, which CI
// systems search for in logs.
BALLAST_API std::size_t shown_length(std::string_view text);

// True if the text, as a line of its own, would be a workflow command of GitHub. Blanks before it do not matter.
BALLAST_API bool is_workflow_command(std::string_view text);

// Removes the first character of a text that is not empty, and appends it. If it must not be shown unchanged, its bytes
// are appended as `\x1f`.
BALLAST_API void append_printable(std::string& to, std::string_view& text);

// Text of a dump for one line of output. Whatever a terminal, a CI system or a reader would misinterpret is escaped.
BALLAST_API std::string printable(std::string_view text);

// The printable text in backticks: at most `limit` bytes of it, so that messages stay short.
BALLAST_API std::string shown(std::string_view text, std::size_t limit = 40);

} // namespace ballast
