// What can be said of a text when all of it is read: forms that no XLA printed together, or not in that era.
#pragma once

#include "ballast/finding.hpp"

#include "read/context.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace ballast::read {

// Where a text first shows what no XLA printed together.
std::optional<finding> mixed_eras(const std::vector<witness>& witnesses, std::string_view text);

// A warning where an instruction shows another time than the dump that it stands in.
void warn_of_skew(const std::vector<witness>& witnesses, std::vector<finding>& out);

finding out_of_memory();

} // namespace ballast::read
