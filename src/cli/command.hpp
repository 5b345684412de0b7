// One command: its name, its arguments, and what it does.
#pragma once

#include "answers/outcome.hpp"

#include <functional>
#include <span>
#include <string_view>

namespace CLI {
class App;
}

namespace ballast::cli {

using enum answers::exit_code;

// Runs a command with the arguments that were parsed; returns the exit code.
using command_body = std::function<int()>;

struct command {
    std::string_view group; // its heading in the help
    std::string_view name;
    std::string_view what; // in the help
    // Declares the arguments and returns the body, which has their values once they are parsed.
    command_body (*declare)(CLI::App& arguments);
};

// All commands, in the order of the help.
std::span<const command* const> commands();

} // namespace ballast::cli
