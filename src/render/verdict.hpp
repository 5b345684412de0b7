// What would lower the peak of a module, in a sentence.
#pragma once

#include "ballast/analysis.hpp"

#include <cstdint>
#include <string>

namespace ballast::inline v0::render {

// The saving that would lower the peak of a space most; empty if nothing is worth reporting.
std::string verdict_of(const memory_analysis& memory, std::int64_t space);
// The same, or a sentence that nothing would; empty if unknown.
std::string full_verdict_of(const memory_analysis& memory, std::int64_t space);

} // namespace ballast::inline v0::render
