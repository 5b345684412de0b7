// Names of files in output.
#pragma once

#include "ballast/files.hpp"

#include <string>
#include <string_view>

namespace ballast::inline v0::files {

// A name for display in a line. It is quoted and escaped if it contains control characters, is not UTF-8, or starts
// like a detail line or like a quoted name.
std::string quoted_name(std::string_view name);

// The name of a given path in output; `<stdin>` for `-`.
std::string shown_path(std::string_view path, const options& how);

} // namespace ballast::inline v0::files
