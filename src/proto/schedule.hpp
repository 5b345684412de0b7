// The order in which instructions run: as the file says, or as old compilers for CPUs chose it.
#pragma once

#include "proto/flow.hpp"

#include <optional>
#include <vector>

namespace ballast::inline v0::proto {

struct schedule {
    std::vector<std::optional<std::vector<row>>> of; // instructions, by computation
    bool computed = false;                           // the file has none
};

// Compilers for CPUs until jaxlib 0.4.28 and TensorFlow 2.12 write no schedule. Theirs is depth first from the roots:
// operands with many other users first, then large ones, then by name.
schedule schedule_of(const flow& values);

} // namespace ballast::inline v0::proto
