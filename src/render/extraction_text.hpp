// What was found in a log, as lines.
#pragma once

#include "ballast/extract.hpp"
#include "render/lines.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace ballast::inline v0::render {

struct extraction_counts {
    std::size_t logs = 0;
    std::size_t texts = 0;
    std::size_t incomplete = 0; // of these
    std::size_t refused = 0;
    std::size_t unreadable = 0;
    std::array<std::size_t, 3> findings{}; // by severity
};
// The last line of the output, with the findings if the texts were validated.
void write_counts(line_buffer& out, const extraction_counts& all, bool validated);

// Where a text is in its log, and what it is.
void write_place(line_buffer& out, std::string_view log, const extraction& found);
// What was removed from it or changed.
void write_changes(line_buffer& out, const extraction& found);

} // namespace ballast::inline v0::render
