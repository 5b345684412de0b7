// What a TPU's compiler says about memory, in a log: out-of-memory reports and the memory that programs take. These
// texts reach readers in many ways, so that they are read tolerantly, written again as the compiler prints them, and
// then read strictly; every difference is named.
#pragma once

#include "ballast/extract.hpp"
#include "base/find_text.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace ballast::extracting {

// All of them, in order. The finders look for `tpu_anchors`; `places` is where each finds its text first.
std::vector<extraction> tpu_texts(std::string_view log, std::span<const text_finder> finders,
                                  std::span<const std::size_t> places);

} // namespace ballast::extracting
