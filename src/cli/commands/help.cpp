// Explains a command.
#include "cli/arguments.hpp"
#include "cli/command_line.hpp"
#include "cli/output.hpp"

#include <memory>

namespace ballast::cli {

namespace {

int print_help(const CLI::App& all, const std::string& name)
{
    if (name.empty()) return print_text(all.help());
    for (const auto* command : all.get_subcommands({}))
        if (command->get_name() == name) return print_text(command->help("ballast", CLI::AppFormatMode::Normal));
    return unknown_command(all, name);
}

command_body declare_help(CLI::App& app)
{
    auto name = std::make_shared<std::string>();
    app.add_option("COMMAND", *name, "the name of a command")->type_name("COMMAND");
    return [name, &app] { return print_help(*app.get_parent(), *name); };
}

} // namespace

extern const command help_command{"About ballast", "help", "explain a command", declare_help};

} // namespace ballast::cli
