// Files that are named like files of a module but belong to another one.
#pragma once

#include "ballast/finding.hpp"
#include "model/model.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace ballast::checking {

struct foreign_file {
    std::size_t text; // index among the texts of the rows
    finding what;
};
// The texts that share less than half of their values with the others, while the others share theirs. `begins` are the
// offsets of the concatenated texts.
std::vector<foreign_file> find_foreign_files(const model::rows& rows, std::span<const model::offset> begins);

} // namespace ballast::checking
