// Findings about a complete text: forms that no XLA printed together, or that are from another era.
#pragma once

#include "ballast/finding.hpp"

#include "read/context.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace ballast::read {

// The first place in a text that shows forms which no XLA printed together.
std::optional<finding> mixed_eras(const std::vector<witness>& witnesses, std::string_view text);

// Adds a warning if an instruction is from another time than the dump that contains it.
void warn_of_skew(const std::vector<witness>& witnesses, std::vector<finding>& out);

finding out_of_memory();

} // namespace ballast::read
