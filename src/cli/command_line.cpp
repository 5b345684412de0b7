#include "cli/command_line.hpp"

#include "ballast/version.hpp"
#include "base/input_record.hpp"
#include "base/nearest.hpp"
#include "base/shell_word.hpp"
#include "base/shown.hpp"
#include "cli/help_text.hpp"
#include "cli/output.hpp"
#include "files/names.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <csignal>
#include <exception>
#include <fstream>
#include <new>
#include <string>
#include <string_view>

namespace ballast::cli {

int unknown_command(const CLI::App& app, const std::string& word)
{
    if (word == "preflight" || word == "budget") {
        warn("ballast: {0} is a part of the Python package: pip install . in ballast's folder, then python -m ballast "
             "{0}\n",
             word);
        return trouble;
    }
    nearest_words near(word, 1);
    for (const auto* command : app.get_subcommands({})) near.offer(command->get_name());
    std::string hint;
    if (!near.words().empty())
        hint = fmt::format("; did you mean {}?", near.words().front());
    else if (std::ifstream(word))
        hint = fmt::format("; did you mean ballast show {}?", shell_word(word));
    warn("ballast: unknown command {}{}\n", files::quoted_name(word), hint);
    return trouble;
}

namespace {

// Reports what is wrong with the arguments, and how to get help.
int explain_error(const CLI::App& app, const CLI::ParseError& wrong, const std::string& first)
{
    const auto called = app.get_subcommands();
    if (called.empty()) {
        if (!first.starts_with('-')) return unknown_command(app, first);
        nearest_words near(first, 1);
        for (const auto* word : {"--help", "--version"}) near.offer(word);
        warn("ballast: unknown option {}{}\nSee `ballast --help`.\n", files::quoted_name(first),
             near.words().empty() ? "" : fmt::format("; did you mean {}?", near.words().front()));
        return trouble;
    }
    const auto& command = *called.front();
    auto message = printable(wrong.what());
    if (const auto missing = message.find(": 1 required "); missing != std::string::npos)
        message = message.substr(0, missing) + " needs a value";
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&wrong) && command.get_name() == "diff")
        message = "diff needs before and after: two files, folders or archives; folders instead of `A* B*`";
    if (dynamic_cast<const CLI::ExtrasError*>(&wrong)) {
        const auto rest = command.remaining();
        const auto& word = rest.empty() ? first : rest.front();
        message = fmt::format("unknown {} {}", word.starts_with('-') ? "option" : "argument", files::quoted_name(word));
        nearest_words near(word.substr(0, word.find('=')), 1);
        for (const auto* option : command.get_options())
            for (const auto& name : option->get_lnames()) near.offer("--" + name);
        if (word.starts_with("--") && !near.words().empty())
            message += fmt::format("; did you mean {}?", near.words().front());
    }
    warn("ballast {}: {}\nSee `ballast help {}`.\n", command.get_name(), message, command.get_name());
    return trouble;
}

int parse_and_run(int argc, const char* const* argv)
{
    CLI::App app("Show what uses memory in XLA programs, and check the texts that say so.", "ballast");
    app.set_version_flag("-V,--version", "ballast " BALLAST_VERSION);
    app.require_subcommand(1);
    set_help_form(app);
    command_body chosen;
    for (const auto* command : commands()) {
        auto* added = app.add_subcommand(std::string(command->name), std::string(command->what));
        added->group(std::string(command->group));
        added->footer(examples_of(command->name));
        added->callback([&chosen, body = command->declare(*added)] { chosen = body; });
    }
    if (argc == 1) return print_text(help_of_first_commands(app));
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForVersion&) {
        return print_text(app.version() + "\n");
    } catch (const CLI::CallForHelp&) {
        return print_text(app.get_subcommands().empty() ? help_of_first_commands(app) : app.help());
    } catch (const CLI::ParseError& wrong) {
        return explain_error(app, wrong, argv[1]);
    }
    return chosen();
}

bool wants_json(int argc, const char* const* argv)
{
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--") break;
        if (word == "--format=json" || (word == "--format" && i + 1 < argc && argv[i + 1] == std::string_view("json")))
            return true;
    }
    return false;
}

int run_and_catch(int argc, const char* const* argv)
{
    try {
        return parse_and_run(argc, argv);
    } catch (const std::bad_alloc&) {
        warn("ballast: out of memory\n");
    } catch (const std::exception& other) {
        warn("ballast: {}\n", other.what());
    }
    return trouble;
}

} // namespace

int run(int argc, const char* const* argv)
{
    // A closed pipe is a write that fails: on standard output it ends the command, on standard error it is ignored.
    std::signal(SIGPIPE, SIG_IGN);
    inputs_of_run().begin();
    if (wants_json(argc, argv)) expect_json();
    const int code = run_and_catch(argc, argv);
    write_errors_as_json();
    return code;
}

} // namespace ballast::cli
