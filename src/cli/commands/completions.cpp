// Prints completions for a shell.
#include "cli/completions.hpp"

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"

#include <memory>

namespace ballast::cli {

namespace {

command_body declare_completions(CLI::App& app)
{
    auto shell = std::make_shared<std::string>();
    app.add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(one_of({"bash", "zsh", "fish"}));
    return [shell, &app] { return print_text(completions_for(*shell, *app.get_parent())); };
}

} // namespace

extern const command completions_command{"About ballast", "completions", "Print completions for a shell",
                                         declare_completions};

} // namespace ballast::cli
