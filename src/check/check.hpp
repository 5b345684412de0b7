// Reading and checking with the limits that tests set.
#pragma once

#include "ballast/check.hpp"
#include "read/parse.hpp"

#include <span>
#include <vector>

namespace ballast::checking {

// Like ballast::check, with other limits for reading texts again.
std::vector<finding> check(std::span<const document* const> module, const check_options& options,
                           const read::limits& within) noexcept;

// Like ballast::check of a text, with other limits.
checked_text check(source_text text, const parse_options& parsing, const check_options& options,
                   const read::limits& within) noexcept;

} // namespace ballast::checking
