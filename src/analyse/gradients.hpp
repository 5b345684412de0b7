// Finds gradients among the results of a training step of PyTorch/XLA.
#pragma once

#include "analyse/module.hpp"

#include <cstdint>

namespace ballast::analyse {

// The bytes of results in a space that seem to be gradients, which `.grad` keeps when the step ends. They have the size
// of a weight that the step updates, and neither update an argument nor come from the optimizer. A gradient can be
// there twice: as the product that computed it, and transposed.
std::int64_t gradient_bytes(module& in, std::int64_t space);

} // namespace ballast::analyse
