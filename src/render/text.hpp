// Texts and numbers in output, escaped for their surroundings.
#pragma once

#include "base/human_size.hpp"
#include "base/shown.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ballast::inline v0::render {

// `1 value`, `2 values`.
std::string plural(std::size_t count, std::string_view what);
// `step.py:12` of `/home/me/train/step.py:12`.
std::string file_and_line(std::string_view source);
// Escapes text of a dump for Markdown, including table cells: nothing in it is markup, and GitHub does not turn names,
// numbers or addresses into links.
std::string markdown_text(std::string_view text);
// Escapes text of a dump for XML. Characters that XML cannot contain become `\x1f` or `?`.
std::string xml_text(std::string_view text);
// A sentence on lines of so many columns (0: 80), all but the first indented, each with its line end. A number and its
// unit stay together.
std::string in_columns(std::string_view sentence, std::size_t columns);
// ASCII only: `?` for other characters, `-` for a dash, `~` for cut text.
std::string ascii(std::string_view text);

} // namespace ballast::inline v0::render
