// The TPU compiler's texts about memory in a log: out-of-memory reports, and the memory that programs take. Such texts
// are often changed when they are copied. They are read tolerantly, rewritten as the compiler prints them, and then
// read strictly; every difference is reported.
#pragma once

#include "ballast/extract.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace ballast::extracting {

// All texts, in order. None of `tpu_anchors` is in the log before `from`.
std::vector<extraction> tpu_texts(std::string_view log, std::size_t from);

} // namespace ballast::extracting
