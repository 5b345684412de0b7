// Human-readable sizes (`HumanReadableNumBytes`).
#pragma once

#include "ballast/export.hpp"

#include <cstdint>
#include <string>

namespace ballast {

// `bytes` in the unit that XLA chooses: 0B, 1023B, 1.2KiB, 1.50MiB. Rounds the exact binary value, ties to even. The
// unit is chosen before rounding, so `1024.0KiB` is possible.
BALLAST_API std::string human_size(std::int64_t bytes);

} // namespace ballast
