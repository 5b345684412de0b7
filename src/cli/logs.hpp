// The files of a command that can be logs.
#pragma once

#include "answers/show.hpp"
#include "cli/arguments.hpp"
#include "cli/output.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ballast::cli {

// The named files. Files that cannot be read are left out; those who look for texts report them.
std::vector<answers::log_input> logs_in(const input_arguments& options, const std::vector<std::string>& paths);

// The texts in the named folders that are neither dumps nor texts of modules.
std::vector<answers::log_input> folder_logs_in(const input_arguments& options, const std::vector<std::string>& paths);

// The modules and the logs of these paths. Refers to the arguments. `to_file` is the file of -o.
answers::module_source source_of(const input_arguments& options, const std::vector<std::string>& paths,
                                 std::optional<std::int64_t> space, output& out, const std::string& to_file = {});

} // namespace ballast::cli
