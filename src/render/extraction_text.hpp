// What was found in a log, as lines.
#pragma once

#include "ballast/extract.hpp"
#include "render/lines.hpp"

namespace ballast::inline v0::render {

// Where a text is in its log, and what it is.
void write_place(line_buffer& out, std::string_view log, const extraction& found);
// What was removed from it or changed.
void write_changes(line_buffer& out, const extraction& found);

} // namespace ballast::inline v0::render
