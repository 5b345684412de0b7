// One command: its name, its arguments, and what it does.
#pragma once

#include <functional>
#include <span>
#include <string_view>

namespace CLI {
class App;
}

namespace ballast::cli {

// 0: success; 1: something failed; 2: wrong usage, an unreadable path, a failed write, or no input.
enum exit_code : int { success = 0, failure = 1, trouble = 2 };

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
