// Constructs on their own, one per line.
#pragma once

#include "ballast/entry.hpp"
#include "generate/nodes.hpp"

#include <optional>
#include <string>

namespace ballast::generate {

// A random construct as `--rule` reads it, without line end; empty if XLA of that time did not print it.
std::optional<std::string> line_of(entry which, nodes& draw);

} // namespace ballast::generate
