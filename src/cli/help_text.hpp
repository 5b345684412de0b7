// What `ballast help` prints.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>

namespace ballast::cli {

// Sets the form of the help of the program and its commands, with examples. The commands are declared after this.
void set_help_form(CLI::App& app);

// The examples of a command, with the heading; empty if it has none.
std::string examples_of(std::string_view command);

// The commands that most people need; or all, in groups.
std::string help_of_first_commands(CLI::App& app);
std::string help_of_all_commands(CLI::App& app);

} // namespace ballast::cli
