// Parts of the forms of changes.
#pragma once

#include "answers/outcome.hpp"
#include "ballast/answers.hpp"
#include "ballast/largest_cause.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ballast::inline v0::render {

using answers::fit_of;

// Whether each side fits: `before: fits …`, `after: does not fit …`.
std::vector<std::string> fit_lines(const answers::compared_module& of, const memory_limit& limit, std::int64_t space);

// One line for each kind of information that only one side has, and for a side that is incomplete.
std::string lacks_of(const answers::compared_module& of);

} // namespace ballast::inline v0::render
