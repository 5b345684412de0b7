// Reading one file.
#pragma once

#include "ballast/files.hpp"

namespace ballast::inline v0::files {

// The text of a file, or why it cannot be read.
read_result read_file(const input_file& file, const options& how);
// The same. Of a compressed file only the beginning is decompressed if it is not a text of XLA.
read_result read_text(const input_file& file, const options& how);

// Its text, without a copy if it is in memory. Null if it cannot be read.
std::shared_ptr<const source_text> text_of(const input_file& file, const options& how);

} // namespace ballast::inline v0::files
