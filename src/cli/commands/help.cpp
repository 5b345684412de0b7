// Explains a command.
#include "cli/arguments.hpp"
#include "cli/command_line.hpp"
#include "cli/help_text.hpp"
#include "cli/output.hpp"

#include <memory>

namespace ballast::cli {

namespace {

struct help_arguments {
    std::string name;
    bool all = false;
};

int print_help(CLI::App& all, const help_arguments& options)
{
    const auto& name = options.name;
    if (options.all) return print_text(help_of_all_commands(all));
    if (name.empty()) return print_text(help_of_first_commands(all));
    for (const auto* command : all.get_subcommands({}))
        if (command->get_name() == name) return print_text(command->help("ballast", CLI::AppFormatMode::Normal));
    return unknown_command(all, name);
}

command_body declare_help(CLI::App& app)
{
    auto options = std::make_shared<help_arguments>();
    auto* name = app.add_option("COMMAND", options->name, "the name of a command")->type_name("COMMAND");
    app.add_flag("-a,--all", options->all, "list all commands")->excludes(name);
    return [options, &app] { return print_help(*app.get_parent(), *options); };
}

} // namespace

extern const command help_command{"About ballast", "help", "Explain a command", declare_help};

} // namespace ballast::cli
