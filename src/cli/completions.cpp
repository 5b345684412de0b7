#include "cli/completions.hpp"

#include "ballast/era.hpp"
#include "ballast/releases.hpp"
#include "ballast/version.hpp"
#include "cli/selection.hpp"
#include "cli/shell_word.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace ballast::cli {

namespace {

struct option_row {
    std::vector<std::string> names;   // with their dashes; none: an argument
    std::string argument;             // what the value is called; empty: a flag
    std::vector<std::string> choices; // all words that it takes, if they are few
    std::vector<std::string> words;   // that a shell completes
    std::string what;
    std::string fallback; // the value that it has by default
    bool takes_paths = false;
};
struct command_row {
    std::string name;
    std::string what;
    std::vector<option_row> options;
};

// States that begin and end several times are listed several times, and some have a quote in their name.
std::vector<std::string> era_words()
{
    std::vector<std::string> result;
    for (const auto& state : dump_states())
        if (state.name.find('\'') == std::string_view::npos && std::ranges::find(result, state.name) == result.end())
            result.emplace_back(state.name);
    for (const auto& known : releases()) result.push_back(known.name());
    return result;
}

// The words of `TEXT:{ebnf,dict,rules}`.
std::vector<std::string> choices_in(const std::string& type)
{
    std::vector<std::string> result;
    const auto open = type.find('{');
    if (open == std::string::npos) return result;
    for (auto at = open + 1; at < type.size();) {
        const auto end = type.find_first_of(",}", at);
        if (end == std::string::npos) break;
        result.push_back(type.substr(at, end - at));
        at = end + 1;
        if (type[end] == '}') break;
    }
    return result;
}

std::vector<std::string> words_of(const CLI::App& app, const CLI::Option& option,
                                  const std::vector<std::string>& choices)
{
    const auto type = option.get_type_name();
    if (type == "FINDING") return finding_words();
    if (type == "ERA") return era_words();
    if (type != "COMMAND") return choices;
    std::vector<std::string> result;
    for (const auto* command : app.get_subcommands({})) result.push_back(command->get_name());
    return result;
}

std::vector<command_row> commands_of(const CLI::App& app)
{
    std::vector<command_row> result;
    for (const auto* command : app.get_subcommands({})) {
        command_row row{command->get_name(), command->get_description(), {}};
        for (const auto* option : command->get_options()) {
            option_row next;
            for (const auto& name : option->get_snames()) next.names.push_back("-" + name);
            for (const auto& name : option->get_lnames()) next.names.push_back("--" + name);
            next.what = option->get_description();
            next.choices = choices_in(option->get_type_name());
            next.words = words_of(app, *option, next.choices);
            if (next.names.empty()) {
                next.argument = option->get_name();
                next.takes_paths = next.argument == "PATH";
            } else if (option->get_expected_max() != 0) {
                const auto type = option->get_type_name();
                next.argument = type.substr(0, type.find(':'));
                next.fallback = option->get_default_str();
                next.takes_paths = next.argument == "FILE";
            }
            row.options.push_back(std::move(next));
        }
        result.push_back(std::move(row));
    }
    return result;
}

std::string joined(const std::vector<std::string>& words, std::string_view between)
{
    return fmt::to_string(fmt::join(words, between));
}

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

// Text as roff reads it.
std::string roff(std::string_view text)
{
    std::string result;
    if (text.starts_with('.') || text.starts_with('\'')) result += "\\&";
    for (const char c : text) {
        if (c == '\\')
            result += "\\e";
        else if (c == '-')
            result += "\\-";
        else
            result += c;
    }
    return result;
}

// Text as a cell of a Markdown table holds it.
std::string in_cell(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        if (c == '|') result += '\\';
        result += c;
    }
    return result;
}

} // namespace

std::string completions_for(std::string_view shell, const CLI::App& app)
{
    const auto commands = commands_of(app);
    return shell == "bash" ? bash(commands) : shell == "zsh" ? zsh(commands) : fish(commands);
}

namespace {

constexpr std::string_view manual_begin = R"(.SH DESCRIPTION
XLA writes text files that say where the memory of a program goes, if it runs with
.BR XLA_FLAGS=\-\-xla_dump_to=DIR ;
JAX, TensorFlow and PyTorch/XLA all use XLA.
.B ballast
reads these files and memory\-usage reports, of every form since 2019, and the out\-of\-memory reports of CPU and GPU. It
does not read the out\-of\-memory messages of TPUs. It shows what uses a module's memory and what would lower the peak,
compares modules, and checks whether a text is as XLA prints it.
.PP
A
.I PATH
is a file, a folder or
.B \-
for standard input. Folders are searched for the names that XLA gives its dumps. The files of one module are read
together. Files that end in .gz or .zst are decompressed. For show, summary, diff, report, export and validate it can be a
log with dumps or reports in it.
)";

constexpr std::string_view manual_end = R"(.SH EXAMPLES
.TP
.B ballast summary /tmp/d
the modules of a folder, the largest first
.TP
.B ballast show /tmp/d
what uses the memory of the largest module
.TP
.B python train.py 2>&1 | ballast show \-
the buffers in an out\-of\-memory report of CPU or GPU
.TP
.B ballast diff before after \-\-max\-growth 2%
what changed between two folders of dumps; exit with 1 if a module grew by more than 2 %
.TP
.B ballast validate \-\-strict /tmp/d
whether all texts are as XLA prints them
.SH FILES
.TP
.I *\-buffer\-assignment.txt
allocations; before 2026\-04\-03 values and live ranges as well
.TP
.I *\-buffer\-assignment\-values.txt\fR, \fI*\-live\-range.txt
values and live ranges since then
.TP
.I *\-memory\-usage\-report.txt
the largest buffers
.TP
.I *after_optimizations.txt
the module as HLO text, which has the source lines since 2025\-12\-02
.SH ENVIRONMENT
.TP
.BR NO_COLOR ", " FORCE_COLOR ", " TERM
colors are off if NO_COLOR is set or TERM is dumb, and on without a terminal if FORCE_COLOR is set
.TP
.BR LC_ALL ", " LC_CTYPE ", " LANG
output is ASCII only if the first that is set is C or POSIX
.SH EXIT STATUS
.TP
0
success; warnings and notes do not fail
.TP
1
an error was found, a limit was exceeded, or a text was refused
.TP
2
wrong usage, an unreadable path, an input of the wrong kind, a failed write, or nothing to read; with \-\-max or
\-\-max\-growth also a refused text
)";

} // namespace

std::string manual_page(const CLI::App& app)
{
    auto result = fmt::format(".TH BALLAST 1 \"\" \"ballast {}\" \"User Commands\"\n"
                              ".SH NAME\nballast \\- show what takes memory in XLA programs\n"
                              ".SH SYNOPSIS\n.B ballast\n.I COMMAND\n[\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...\n{}"
                              ".SH COMMANDS\n",
                              BALLAST_VERSION, manual_begin);
    for (const auto& command : commands_of(app)) {
        result += fmt::format(".SS ballast {}\n{}\n", roff(command.name), roff(command.what));
        for (const auto& option : command.options) {
            std::string names;
            for (const auto& name : option.names) names += (names.empty() ? "\\fB" : ", \\fB") + roff(name) + "\\fR";
            if (!option.argument.empty()) names += (names.empty() ? "\\fI" : " \\fI") + roff(option.argument) + "\\fR";
            result += ".TP\n" + names + "\n" + roff(option.what);
            if (!option.choices.empty()) result += roff(": " + joined(option.choices, ", "));
            result += '\n';
        }
    }
    return result.append(manual_end);
}

std::string commands_document(const CLI::App& app)
{
    const auto commands = commands_of(app);
    std::string result = "# Commands\n\nThis page is derived from the table of options in `src/cli/command_line.cpp`; "
                         "`ballast manual --format markdown` prints\nit. [guide.md](guide.md) shows the commands at "
                         "work, [validation.md](validation.md) explains what `validate` checks.\n\n"
                         "| command | |\n|---|---|\n";
    for (const auto& command : commands)
        result += fmt::format("| [`ballast {0}`](#ballast-{0}) | {1} |\n", command.name, in_cell(command.what));
    for (const auto& command : commands) {
        result += fmt::format("\n## ballast {}\n\n{}\n\n| option | |\n|---|---|\n", command.name, command.what);
        for (const auto& option : command.options) {
            if (std::ranges::find(option.names, "--help") != option.names.end()) continue;
            auto names = joined(option.names, "`, `");
            if (!option.argument.empty()) names += (names.empty() ? "" : " ") + option.argument;
            result += fmt::format("| `{}` | {}", in_cell(names), in_cell(option.what));
            if (!option.choices.empty()) result += fmt::format(": `{}`", joined(option.choices, "`, `"));
            if (!option.fallback.empty()) result += fmt::format(" (default: `{}`)", option.fallback);
            result += " |\n";
        }
    }
    return result + "\n## Exit codes\n\n| code | |\n|---|---|\n"
                    "| 0 | success; warnings and notes do not fail |\n"
                    "| 1 | an error was found, a limit was exceeded, or a text was refused |\n"
                    "| 2 | wrong usage, an unreadable path, an input of the wrong kind, a failed write, or nothing to "
                    "read; with `--max` or `--max-growth` also a refused text |\n";
}

} // namespace ballast::cli
