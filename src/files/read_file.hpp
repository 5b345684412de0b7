// Reading one file.
#pragma once

#include "ballast/files.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace ballast::inline v0::files {

// Parse options that suit the name of a file; parsing stops after the first error.
parse_options options_for(std::string_view path);

// The text of a file, or why it cannot be read.
read_result read_file(const input_file& file, const options& given);

} // namespace ballast::inline v0::files
