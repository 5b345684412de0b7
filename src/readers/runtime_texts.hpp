// The parts of readers that are the same for all grammars: the files of src/readers/runtime.
#pragma once

#include <string_view>

namespace ballast::readers::runtime {

// `ROOT_TYPE` is the type of what the reader reads.
extern const std::string_view python_head;
extern const std::string_view python_values;
extern const std::string_view python_printing;
extern const std::string_view python_program;

// `/*: T */` is a type in TypeScript.
extern const std::string_view javascript_head;
extern const std::string_view javascript_values;
extern const std::string_view javascript_printing;
extern const std::string_view javascript_program;

// `FUNCTIONS_OF_A_PASS` is the place of the functions of productions.
extern const std::string_view c_head;
extern const std::string_view c_interface;
extern const std::string_view c_passes;
extern const std::string_view c_program;

} // namespace ballast::readers::runtime
