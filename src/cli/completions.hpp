// Completions for shells, which are derived from the options of the commands.
#pragma once

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace ballast::cli {

// A script that bash, zsh or fish reads.
std::string completions_for(std::string_view shell, const CLI::App& app);

} // namespace ballast::cli
