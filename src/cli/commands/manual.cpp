// Prints the manual page.
#include "cli/manual.hpp"

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"

#include <memory>

namespace ballast::cli {

namespace {

command_body declare_manual(CLI::App& app)
{
    auto format = std::make_shared<std::string>("man");
    app.add_option("--format", *format, "for man(1), or as docs/commands.md has it")
        ->check(one_of({"man", "markdown"}))
        ->capture_default_str();
    return [format, &app] {
        const auto& all = *app.get_parent();
        return print_text(*format == "man" ? manual_page(all) : commands_document(all));
    };
}

} // namespace

extern const command manual_command{"About ballast", "manual", "Print the manual page", declare_manual};

} // namespace ballast::cli
