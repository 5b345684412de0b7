// The answer of `show`, for other commands.
#pragma once

#include "cli/inputs.hpp"

#include <string>
#include <vector>

namespace ballast::cli {

// What `ballast show` prints about the files of one module with its default options, in ASCII. Empty if it has no
// answer about such files.
std::string answer_of_show(std::vector<files::input_file> inputs, const input_arguments& options);

} // namespace ballast::cli
