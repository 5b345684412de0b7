// Files that are named like files of a module but belong to another one.
#pragma once

#include "ballast/finding.hpp"
#include "model/model.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace ballast::meaning {

struct stranger {
    std::size_t text; // index among the texts of the rows
    finding what;
};
// The texts that share less than half of their values with the others, while the others share theirs. `begins` are the
// offsets of the concatenated texts.
std::vector<stranger> find_strangers(const model::rows& rows, std::span<const model::offset> begins);

} // namespace ballast::meaning
