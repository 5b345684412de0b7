// Programs in binary files as inputs: each text of a program's dump is an input, which is made when it is read.
#pragma once

#include "ballast/files.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::files {

// True for the names of binary files that can have programs: `*.pb`, `*-cache`, also compressed.
bool may_have_programs(std::string_view path);
// True for the first bytes of an uncompressed binary file that can have programs.
bool looks_binary(std::string_view beginning);

// The bytes of a binary file without compression.
read_result read_binary(const input_file& file, const options& how);
// True for a text that is made of a program in a binary file.
bool is_of_program(const input_file& file);

// Adds the texts of the programs in a binary file. A file that is named and has none is an input with that problem.
// False if the file is not a binary file of XLA's.
bool add_programs(const input_file& file, const options& how, found_files& to);

// The same for all binary files of a folder, whose other files are in `to` from number `first` on. A program that has
// texts there is not added; if it is an HloProto, it becomes that of the texts.
void add_programs(std::vector<input_file> binary, std::size_t first, const options& how, found_files& to);

// Removes files whose paths are those of earlier ones. A file is preferred to the same text of an HloProto, which
// becomes that of the file.
void list_once(std::vector<input_file>& files);

} // namespace ballast::inline v0::files
