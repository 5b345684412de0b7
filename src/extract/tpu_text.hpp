// What a TPU's compiler says about memory, in a log: out-of-memory reports and the memory that programs take. These
// texts reach readers in many ways, so that they are read tolerantly, written again as the compiler prints them, and
// then read strictly; every difference is named.
#pragma once

#include "ballast/extract.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace ballast::extracting {

// All of them, in order. None of `tpu_anchors` is in the log before `from`.
std::vector<extraction> tpu_texts(std::string_view log, std::size_t from);

} // namespace ballast::extracting
