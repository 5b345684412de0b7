// The memory of a module as far as a memory-usage report or an out-of-memory report tells it.
#pragma once

#include "ballast/analysis.hpp"
#include "ballast/document.hpp"

#include <optional>
#include <span>

namespace ballast::analyse {

// Of the first report among the files; nothing if there is none. Sizes that the report rounds are the middle of what
// they can stand for, and only what it lists is a holder.
std::optional<memory_analysis> memory_of_report(std::span<const document* const> files);

} // namespace ballast::analyse
