// Names of memory spaces, which XLA prints as numbers.
#pragma once

#include "ballast/render.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace ballast::inline v0::render {

// `1 (VMEM)`, or only the number if the platform or the space is unknown. Tiles in layouts mean TPU; file names show
// GPU.
std::string space_name(const memory_analysis& memory, std::span<const shown_file> files, std::int64_t space);
std::string space_name(const memory_view& view, std::int64_t space);

} // namespace ballast::inline v0::render
