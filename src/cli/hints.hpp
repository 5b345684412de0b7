// What to do about a finding whose usual cause is known.
#pragma once

#include "ballast/finding.hpp"

#include <string_view>

namespace ballast::cli {

// A few words of static storage; empty where nothing is known.
std::string_view hint_of(const finding& what, std::string_view text);

} // namespace ballast::cli
