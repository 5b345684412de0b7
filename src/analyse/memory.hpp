// How much memory a module needs, of rows that are there already.
#pragma once

#include "analyse/module.hpp"
#include "ballast/analysis.hpp"

#include <optional>

namespace ballast::analyse {

// Nothing where no file has allocations.
std::optional<memory_analysis> memory_of(module& of, const memory_options& options);

} // namespace ballast::analyse
