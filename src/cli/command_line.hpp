// The command, from its arguments to its exit code.
#pragma once

#include "cli/command.hpp"

#include <string>

namespace ballast::cli {

int run(int argc, const char* const* argv);

// Reports an unknown command with the nearest one; returns the exit code.
int unknown_command(const CLI::App& app, const std::string& word);

} // namespace ballast::cli
