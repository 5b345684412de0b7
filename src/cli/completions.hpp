// What is derived from the table of options: completions for shells, the manual page, and docs/commands.md.
#pragma once

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace ballast::cli {

// A script that bash, zsh or fish reads.
std::string completions_for(std::string_view shell, const CLI::App& app);

// A page for man(1), in the macros of man(7).
std::string manual_page(const CLI::App& app);

// The text of docs/commands.md.
std::string commands_document(const CLI::App& app);

} // namespace ballast::cli
