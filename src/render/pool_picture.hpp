// A picture of the chunks of an allocator's memory, for a page.
#pragma once

#include "failures/failures.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::render {

// The style of the picture.
inline constexpr std::string_view pool_style = ".pool{width:100%;background:#8b949e33}.pool .used{fill:#4269d0}.pool "
                                               ".free{fill:none;stroke:#8b949e;stroke-width:.5}";

// Chunks from left to right, row by row; each says what it is. Empty if there are no bytes.
std::string pool_picture(const std::vector<failures::pool_chunk>& chunks);

} // namespace ballast::inline v0::render
