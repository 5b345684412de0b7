// The framework that a program comes from.
#pragma once

#include <cstdint>

namespace ballast {

enum class framework : std::uint8_t { unknown, jax, torch_xla, tensorflow };

} // namespace ballast
