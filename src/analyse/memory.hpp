// The memory of a module, from existing rows.
#pragma once

#include "analyse/module.hpp"
#include "ballast/analysis.hpp"

#include <optional>

namespace ballast::analyse {

// Empty if no file has allocations.
std::optional<memory_analysis> memory_of(module& of, const memory_options& options);

} // namespace ballast::analyse
