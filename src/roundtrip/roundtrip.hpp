// Reading and printing again with the limits that tests set.
#pragma once

#include "ballast/roundtrip.hpp"
#include "read/parse.hpp"

#include <cstddef>

namespace ballast::round {

// As ballast::print_back. Throws read::changed_text and std::bad_alloc.
void print_back(sink& out, const document& read, std::size_t threads, const read::limits& within);

// As ballast::parse_and_compare; texts of fewer bytes have a tree.
printed_back parse_and_compare(source_text text, const parse_options& options, const read::limits& within,
                               std::size_t large) noexcept;

} // namespace ballast::round
