// Sizes as XLA writes them for people (`HumanReadableNumBytes`).
#pragma once

#include "ballast/export.hpp"

#include <cstdint>
#include <string>

namespace ballast {

// `bytes` in the unit XLA picks: 0B, 1023B, 1.2KiB, 1.50MiB. Rounded to even from the exact binary value; since the
// unit is picked before rounding, `1024.0KiB` exists.
BALLAST_API std::string human_size(std::int64_t bytes);

} // namespace ballast
