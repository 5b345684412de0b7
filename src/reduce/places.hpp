// Sizes of allocations, and the offsets of the values that are left in them.
#pragma once

#include "reduce/names.hpp"
#include "reduce/program.hpp"

#include <cstdint>
#include <vector>

namespace ballast::reducing {

struct placement {
    std::int64_t size = 0;             // of the allocation
    std::vector<std::int64_t> offsets; // of the lines that are left, in order
};

// `sizes` are those of the lines that are left. Values of an arena that began at one offset still do, and the others
// follow one after another, unless the offsets are kept. A size that did not fit to the values stays.
placement place(const ast::allocation& old, const std::vector<const ast::value_line*>& left,
                const std::vector<std::int64_t>& sizes, bool moves);

} // namespace ballast::reducing
