#include "cli/manual.hpp"

#include "ballast/version.hpp"
#include "cli/option_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace ballast::cli {

namespace {

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

constexpr std::string_view manual_begin = R"(.SH DESCRIPTION
XLA writes text files that say where the memory of a program goes, if it runs with
.BR XLA_FLAGS=\-\-xla_dump_to=DIR ;
JAX, TensorFlow and PyTorch/XLA all use XLA.
.B ballast
reads these files and memory\-usage reports, of every form since 2019, the out\-of\-memory reports of CPU, GPU and TPU, and
other messages about memory: errors at run time, rematerialization warnings, and the lines of allocators. It shows what uses
a module's memory and what would lower the peak, compares modules, and checks whether a text is as XLA prints it.
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
what an out\-of\-memory error says, and the buffers that it lists
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
wrong usage, an unreadable path, an input of the wrong kind, a failed write, or nothing to read; with a limit also a refused
text, or an incomplete dump that does not exceed it
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
    std::string result =
        "# Commands\n\nThis page is derived from the options that the files of `src/cli/commands` declare; "
        "`ballast manual --format\nmarkdown` prints it. [guide.md](guide.md) shows the commands at work, "
        "[validation.md](validation.md) explains what\n`validate` checks.\n\n"
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
                    "read; with a limit also a refused text, or an incomplete dump that does not exceed it |\n";
}

} // namespace ballast::cli
