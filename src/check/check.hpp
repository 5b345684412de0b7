// Reading and checking with the limits that tests set.
#pragma once

#include "ballast/check.hpp"
#include "read/parse.hpp"

namespace ballast::meaning {

// As ballast::parse_and_check, with other limits.
checked_text parse_and_check(source_text text, const parse_options& parsing, const check_options& options,
                             const read::limits& within) noexcept;

} // namespace ballast::meaning
