// What is missing from a dump that was cut.
#pragma once

#include "analyse/module.hpp"
#include "ballast/completeness.hpp"

namespace ballast::analyse {

// What the texts lack, and what is missing by the parameters, the output shape, the sizes of allocations, the total,
// and the values of other files. A cut after which all of these agree is not noticed.
completeness completeness_of(const module& in);

} // namespace ballast::analyse
