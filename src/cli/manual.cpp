#include "cli/manual.hpp"

#include "ballast/version.hpp"
#include "cli/option_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
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
is a file, a folder, an archive (.zip, .tar, .tar.gz, .tar.zst) or
.B \-
for standard input. An archive is a folder that is read in memory. Folders are searched for the names that XLA gives its dumps. The files of one module are read
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

// Options that so many commands have in common are listed once.
constexpr std::size_t shared_from = 2;

bool is_help(const option_row& option) { return std::ranges::find(option.names, "--help") != option.names.end(); }

// An item of a Markdown list.
std::string item_of(const option_row& option)
{
    auto names = joined(option.names, "`, `");
    if (!option.argument.empty()) names += (names.empty() ? "" : " ") + option.argument;
    auto result = fmt::format("- `{}`: {}", names, option.what);
    if (!option.choices.empty()) result += fmt::format(": `{}`", joined(option.choices, "`, `"));
    if (!option.fallback.empty()) result += fmt::format(" (default: `{}`)", option.fallback);
    return result + '\n';
}

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
    std::map<std::string, std::size_t> uses;
    for (const auto& command : commands)
        for (const auto& option : command.options) ++uses[item_of(option)];
    // By name: an option with another text is not shared.
    std::map<std::string, std::string> shared_items;
    std::string shared;
    const auto is_shared = [&](const option_row& option, const std::string& item) {
        if (option.names.empty() || uses[item] < shared_from) return false;
        const auto [known, is_new] = shared_items.emplace(option.names.back(), item);
        if (is_new) shared += item;
        return known->second == item;
    };
    std::string result = "# Commands\n\nAll options of all commands, as `ballast help COMMAND` prints them. The "
                         "[guide](guide.md) shows the commands at\nwork and lists the exit codes. `ballast manual "
                         "--format markdown` prints "
                         "this page.\n";
    for (const auto& command : commands) {
        std::string own;
        std::string others;
        for (const auto& option : command.options) {
            if (is_help(option)) continue;
            const auto item = item_of(option);
            if (is_shared(option, item))
                others += fmt::format("{}`{}`", others.empty() ? "" : ", ", option.names.back());
            else
                own += item;
        }
        result += fmt::format("\n## ballast {}\n\n{}\n", command.name, command.what);
        if (!own.empty()) result += '\n' + own;
        if (!others.empty()) result += fmt::format("\n[Shared options](#shared-options): {}\n", others);
    }
    return result + "\n## Shared options\n\n" + shared;
}

} // namespace ballast::cli
