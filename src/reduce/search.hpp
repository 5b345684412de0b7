// Finds a small set of parts for which a test holds.
#pragma once

#include "reduce/program.hpp"

#include <functional>

namespace ballast::reducing {

// Delta debugging: chunks of the parts are tried alone and left out, with smaller and smaller chunks, until no single
// part can be left out. `now` holds, and is replaced by each smaller set that holds. Parts of the core stay. Returns
// false if `holds` ended the search: it returns nothing then.
bool shrink(const program& of, parts& now, const std::function<std::optional<bool>(const parts&)>& holds);

} // namespace ballast::reducing
