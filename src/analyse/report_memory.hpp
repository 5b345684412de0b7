// The memory of a module, as far as a memory-usage report or an out-of-memory report shows it.
#pragma once

#include "ballast/analysis.hpp"
#include "ballast/document.hpp"

#include <optional>
#include <span>

namespace ballast::analyse {

// The middle of the range of sizes that are printed like this.
std::int64_t bytes_of(const ast::human_size& size);

// Uses the first report among the files; empty if there is none. A rounded size counts as the middle of its range, and
// only listed values are holders.
std::optional<memory_analysis> memory_of_report(std::span<const document* const> files);

} // namespace ballast::analyse
