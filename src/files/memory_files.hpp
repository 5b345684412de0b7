// Files in memory as inputs, for archives and for programs that have no file system.
#pragma once

#include "ballast/files.hpp"

#include <vector>

namespace ballast::inline v0::files {

// As `find`: files of folders are searched for dumps. Named files come first.
found_files find(const std::vector<input_file>& in_memory);

} // namespace ballast::inline v0::files
