// The heap of a module as a picture: values by offset and time.
#pragma once

#include "ballast/analysis.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ballast::cli {

// SVG of the temporaries of a space, whose buffers are known: a rectangle a value, as wide as it lives and as high as
// it is large; below it what is in use; both moments. Values lower than half a pixel are not drawn, and a sentence says
// how many there are. A space without temporaries has a sentence alone. Ends with a line feed. Nothing where live
// ranges of temporaries are not known.
std::optional<std::string> heap_picture(const memory_analysis& memory, std::int64_t space, std::string_view title);

// Text of a dump in XML: what XML cannot hold stands as `\x1f`, or `?`.
std::string xml_text(std::string_view text);

} // namespace ballast::cli
