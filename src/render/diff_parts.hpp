// Parts of the forms of changes.
#pragma once

#include "ballast/files.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ballast::inline v0::render {

// `+1.50 MiB`, `-20 B`.
std::string signed_size(std::int64_t change);
// `+12.3%`; empty if there was nothing before.
std::string signed_share(std::int64_t change, std::int64_t before);

// Whether each side fits: `before: fits …`, `after: does not fit …`.
std::vector<std::string> fit_lines(const files::compared_module& of, const memory_limit& limit, std::int64_t space);

memory_fit fit_of(const files::module_memory& module, const memory_limit& limit, std::int64_t space);

// One line for each kind of information that only one side has, and for a side that is incomplete.
std::string lacks_of(const files::compared_module& of);

} // namespace ballast::inline v0::render
