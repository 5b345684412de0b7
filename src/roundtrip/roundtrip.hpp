// Reading and printing again with the limits that tests set.
#pragma once

#include "ballast/roundtrip.hpp"
#include "read/parse.hpp"

#include <cstddef>

namespace ballast::roundtripping {

// Like ballast::print, with other limits. Throws read::changed_text and std::bad_alloc.
void print(sink& out, const document& read, const stream_options& streaming);

// Like ballast::compare_printed; smaller texts than `large` bytes have a tree.
compared_text compare_printed(source_text text, const parse_options& options, const read::limits& within,
                              std::size_t large) noexcept;

} // namespace ballast::roundtripping
