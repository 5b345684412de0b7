// Look-ups in the changes between modules.
#pragma once

#include "ballast/answers.hpp"

#include <cstdint>
#include <vector>

namespace ballast::inline v0::answers {

// The largest change of the total of a space first.
std::vector<const compared_module*> by_change(const std::vector<compared_module>& all, std::int64_t space);

// The numbers of a space; null if neither side has it.
const space_change* find_space(const memory_diff& of, std::int64_t space);

} // namespace ballast::inline v0::answers
