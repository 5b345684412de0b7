#include "cli/completions.hpp"

#include "base/shell_word.hpp"
#include "cli/option_rows.hpp"

#include <fmt/format.h>

#include <vector>

namespace ballast::cli {

namespace {

std::string bash(const std::vector<command_row>& commands)
{
    std::vector<std::string> names;
    std::string cases;
    for (const auto& command : commands) {
        names.push_back(command.name);
        std::vector<std::string> words;
        std::string values;
        std::vector<std::string> arguments;
        for (const auto& option : command.options) {
            if (option.names.empty()) {
                arguments.insert(arguments.end(), option.words.begin(), option.words.end());
                continue;
            }
            words.insert(words.end(), option.names.begin(), option.names.end());
            if (!option.words.empty())
                values += fmt::format("        {}:{}) words={} ;;\n", command.name,
                                      joined(option.names, fmt::format("|{}:", command.name)),
                                      shell_quoted(joined(option.words, " ")));
            else if (!option.argument.empty() && !option.takes_paths)
                values += fmt::format("        {}:{}) return ;;\n", command.name,
                                      joined(option.names, fmt::format("|{}:", command.name)));
        }
        words.insert(words.end(), arguments.begin(), arguments.end());
        cases += values + fmt::format("        {}:*) words={} ;;\n", command.name, shell_quoted(joined(words, " ")));
    }
    return fmt::format("# bash completion of ballast, made by `ballast completions bash`\n"
                       "_ballast() {{\n"
                       "    local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words=\n"
                       "    COMPREPLY=()\n"
                       "    if ((COMP_CWORD == 1)); then\n"
                       "        COMPREPLY=($(compgen -W {} -- \"$current\"))\n"
                       "        return\n"
                       "    fi\n"
                       "    case ${{COMP_WORDS[1]}}:$before in\n"
                       "{}"
                       "    esac\n"
                       "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
                       "}}\n"
                       "complete -o default -F _ballast ballast\n",
                       shell_quoted(joined(names, " ") + " --help --version"), cases);
}

// What zsh takes for a description inside brackets.
std::string zsh_text(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
        result += c;
    }
    return result;
}

std::string zsh(const std::vector<command_row>& commands)
{
    std::string names;
    std::string cases;
    for (const auto& command : commands) {
        names += fmt::format("        {}\n", shell_quoted(fmt::format("{}:{}", command.name, zsh_text(command.what))));
        std::string rows;
        for (const auto& option : command.options) {
            const auto values = !option.words.empty() ? fmt::format("({})", joined(option.words, " "))
                                : option.takes_paths  ? std::string("_files")
                                                      : std::string(" ");
            if (option.names.empty()) {
                rows += fmt::format(" {}", shell_quoted(fmt::format("*:{}:{}", zsh_text(option.argument), values)));
                continue;
            }
            const auto value =
                option.argument.empty() ? std::string() : fmt::format(":{}:{}", zsh_text(option.argument), values);
            for (const auto& name : option.names)
                rows += fmt::format(" {}", shell_quoted(fmt::format("{}[{}]{}", name, zsh_text(option.what), value)));
        }
        cases += fmt::format("        {}) _arguments{} ;;\n", command.name, rows);
    }
    return fmt::format("#compdef ballast\n"
                       "# zsh completion of ballast, made by `ballast completions zsh`\n"
                       "_ballast() {{\n"
                       "    local -a commands=(\n{}    )\n"
                       "    if ((CURRENT == 2)); then\n"
                       "        _describe command commands\n"
                       "        return\n"
                       "    fi\n"
                       "    local command=$words[2]\n"
                       "    shift words\n"
                       "    ((CURRENT--))\n"
                       "    case $command in\n{}"
                       "    esac\n"
                       "}}\n"
                       "_ballast \"$@\"\n",
                       names, cases);
}

std::string fish(const std::vector<command_row>& commands)
{
    std::string result = "# fish completion of ballast, made by `ballast completions fish`\n";
    for (const auto& command : commands) {
        result += fmt::format("complete -c ballast -f -n __fish_use_subcommand -a {} -d {}\n", command.name,
                              shell_quoted(command.what));
        for (const auto& option : command.options) {
            std::string row =
                fmt::format("complete -c ballast -n {}", shell_quoted("__fish_seen_subcommand_from " + command.name));
            for (const auto& name : option.names)
                row += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            if (!option.words.empty())
                row += " -x -a " + shell_quoted(joined(option.words, " "));
            else if (option.takes_paths)
                row += " -F";
            else if (!option.argument.empty())
                row += " -x";
            result += row + " -d " + shell_quoted(option.what) + "\n";
        }
    }
    return result;
}

} // namespace

std::string completions_for(std::string_view shell, const CLI::App& app)
{
    const auto commands = commands_of(app);
    return shell == "bash" ? bash(commands) : shell == "zsh" ? zsh(commands) : fish(commands);
}

} // namespace ballast::cli
