// Output in files instead of standard output.
#pragma once

#include "ballast/render.hpp"
#include "cli/output.hpp"
#include "files/output_file.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace ballast::cli {

// True if the value of -o is a file.
inline bool is_file(const std::string& to) { return !to.empty() && to != "-"; }

// Completes a file, and reports a failed write on standard error. If the file is a pipe that has been closed, the
// command ends.
bool finish(std::string_view command, files::output_file& file, const std::string& path);

// Writes to the file of -o, or to standard output, what `write` passes on in pieces; returns the exit code.
int write_to(const std::string& file, std::string_view command, output& out,
             const std::function<void(const render::piece_taker&)>& write);

// Creates a folder for output if it does not exist, and reports that on standard error. Returns false and reports the
// error if that fails.
bool make_folder(std::string_view command, const std::string& folder);

} // namespace ballast::cli
