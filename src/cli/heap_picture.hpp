// Draws the heap of a module: values by offset and schedule step.
#pragma once

#include "ballast/analysis.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ballast::cli {

// An SVG of the temporaries of a space. Each value is a rectangle: its width is the live range, its height the size.
// Below are the bytes in use; both peaks are marked. Values lower than half a pixel are not drawn but counted in a
// sentence. A space without temporaries has only a sentence. Ends with a line feed. Empty if the live ranges of
// temporaries are unknown. Requires the buffers of the analysis.
std::optional<std::string> heap_picture(const memory_analysis& memory, std::int64_t space, std::string_view title);

// Escapes text of a dump for XML. Characters that XML cannot contain become `\x1f` or `?`.
std::string xml_text(std::string_view text);

} // namespace ballast::cli
