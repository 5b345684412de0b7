// Names of files without the names of modules.
#pragma once

#include "redact/dictionary.hpp"

#include <string>
#include <string_view>

namespace ballast::inline v0::redact {

// `module_0001.jit_my_step.cpu_after_optimizations.txt` becomes `module_0001.jit_op_1.cpu_after_optimizations.txt`. A
// name that is not one of XLA's becomes `file_1` with its ending.
std::string file_name(std::string_view old, dictionary& words);

} // namespace ballast::inline v0::redact
