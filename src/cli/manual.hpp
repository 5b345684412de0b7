// The manual page and docs/commands.md, which are derived from the options of the commands.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace ballast::cli {

// A page for man(1), in the macros of man(7).
std::string manual_page(const CLI::App& app);

// The text of docs/commands.md.
std::string commands_document(const CLI::App& app);

} // namespace ballast::cli
