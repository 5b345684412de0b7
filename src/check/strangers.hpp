// Files that were put beside a module they are not of.
#pragma once

#include "ballast/finding.hpp"
#include "model/model.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace ballast::meaning {

struct stranger {
    std::size_t text; // its number among those of the rows
    finding what;
};
// The texts that have less than half of their values in common with the others, which have with each other. `begins`
// are their places one after another.
std::vector<stranger> find_strangers(const model::rows& rows, std::span<const model::offset> begins);

} // namespace ballast::meaning
