// Restores the layout of dumps and memory-usage reports whose lines were trimmed, indented or broken, or whose empty
// lines were lost or multiplied. The words of a line show which record it is, and that has one layout.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ballast::failures {

// What stood where a line was broken: terminals break anywhere, people and mailers at a blank, which is lost.
enum class line_break : bool { at_any_byte, at_blank };

// The text with its layout; the lines before the first dump or report stay. Empty if there is none.
std::optional<std::string> with_layout(std::string_view text, line_break broken);

} // namespace ballast::failures
