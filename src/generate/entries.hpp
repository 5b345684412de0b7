// Single constructs, a line each.
#pragma once

#include "ballast/entry.hpp"
#include "generate/nodes.hpp"

#include <optional>
#include <string>

namespace ballast::generate {

// A random construct as `--rule` reads it, without its line end; nothing where that time did not print it.
std::optional<std::string> line_of(entry which, nodes& draw);

} // namespace ballast::generate
