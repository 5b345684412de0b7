#include "cli/help_text.hpp"

#include "cli/command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

namespace ballast::cli {

namespace {

constexpr std::array<std::string_view, 8> first_commands{"show",   "summary",  "diff",    "report",
                                                         "export", "validate", "explain", "bundle"};

struct example {
    std::string_view command;
    std::string_view line;
    std::string_view what;
};

// The first lines of `ballast help`, and those of each command. /tmp/d is a folder that XLA_FLAGS=--xla_dump_to=/tmp/d
// made.
constexpr example examples[] = {
    {"", "python train.py 2>&1 | ballast show -", "what an out-of-memory error says"},
    {"", "ballast summary /tmp/d", "the modules of a folder, the largest first"},
    {"", "ballast show /tmp/d", "what takes the memory of the largest"},
    {"show", "ballast show /tmp/d", "the largest module of a folder"},
    {"show", "python train.py 2>&1 | ballast show -", "an out-of-memory error"},
    {"show", "ballast show --why fusion.3 /tmp/d", "why one buffer is in memory"},
    {"show", "ballast show --by source --top 20 /tmp/d", "the source lines that hold most"},
    {"show", "ballast show --by layer,class /tmp/d", "a tree: layers, and in each the classes"},
    {"show", "ballast show --device v5e /tmp/d", "whether it fits; exit code 1 if not"},
    {"show", "ballast show train.log --dump /tmp/d", "an error, and the dump of its module"},
    {"summary", "ballast summary /tmp/d", "the modules, the largest first"},
    {"summary", "ballast summary --device h100 /tmp/d", "which of them do not fit"},
    {"summary", "ballast summary --max 16GiB /tmp/d", "a limit for a test"},
    {"diff", "ballast diff before after", "two folders, module by module"},
    {"diff", "ballast diff --max-growth 2% before after", "a limit for a test"},
    {"report", "ballast report -o memory.html /tmp/d", "one page that needs no network"},
    {"report", "ballast report -o memory.html before after", "what changed"},
    {"export", "ballast export --to pprof -o memory.pb.gz /tmp/d", "flame graphs, by pprof"},
    {"export", "ballast export --to sqlite -o memory.db /tmp/d", "all tables as a database"},
    {"export", "ballast export --to trace -o trace.json /tmp/d", "use over time, for Perfetto"},
    {"validate", "ballast validate /tmp/d", "all texts of a folder"},
    {"validate", "ballast validate --strict --format github /tmp/d", "in a workflow"},
    {"validate", "ballast validate --only total_sum /tmp/d", "one rule"},
    {"roundtrip", "ballast roundtrip /tmp/d", "all texts of a folder"},
    {"era", "ballast era module_0001.jit_f.txt", "which XLA wrote it"},
    {"explain", "ballast explain total_sum", "a finding"},
    {"explain", "ballast explain maybe-live-out", "a term"},
    {"explain", "ballast explain all-gather", "an opcode"},
    {"explain", "ballast explain '{1,0:T(8,128)S(1)}'", "a layout in words"},
    {"extract", "ballast extract --to texts train.log", "each text as a file"},
    {"json", "ballast json dump.txt | jq .", "the tree of a text"},
    {"print", "ballast print --era jaxlib-0.4.30 dump.txt", "as an older XLA prints it"},
    {"print", "ballast json dump.txt | ballast print --from-json -", "a text from its tree"},
    {"redact", "ballast redact -o shared /tmp/d", "a folder without names"},
    {"redact", "ballast redact --map words.json -o shared /tmp/d", "with what undoes it"},
    {"redact", "ballast redact --undo words.json answer.txt", "the old names again"},
    {"reduce", "ballast reduce --finding total_sum -o small.txt dump.txt", "the smallest dump with a finding"},
    {"reduce", "ballast reduce --while './fails.sh' -o small.txt dump.txt", "that a script still fails for"},
    {"bundle", "ballast bundle -o report.tar.zst /tmp/d", "redacted, for a bug report"},
    {"bundle", "ballast bundle -o report.tar.zst /tmp/d train.log", "with the error"},
    {"report-text", "ballast report-text /tmp/d/*jit_f*", "XLA's own report, from the dump"},
    {"generate", "ballast generate --seed 7 --era jaxlib-0.9.2", "a dump of that release"},
    {"grammar", "ballast grammar", "the rules, for people"},
    {"grammar", "ballast grammar --format textmate", "for editors"},
    {"parser", "ballast parser --target python >reader.py", "a reader in one file"},
    {"completions", "ballast completions bash >>~/.bashrc", "for bash"},
    {"manual", "ballast manual | man -l -", "the manual page"},
    {"help", "ballast help show", "a command"},
    {"help", "ballast help --all", "all commands"},
};

constexpr auto exit_codes = "Exit codes: 0: success; 1: an error, or over a limit; 2: wrong usage or nothing to read.";

// Leaves out which options exclude or need others: a wrong combination says so itself.
class help_form : public CLI::Formatter {
public:
    std::string make_description(const CLI::App* app) const override { return app->get_description() + "\n"; }
    std::string make_option_opts(const CLI::Option* option) const override
    {
        auto result = Formatter::make_option_opts(option);
        for (const auto* remark : {" REQUIRED", " Needs:", " Excludes:"})
            if (const auto at = result.find(remark); at != std::string::npos) result.resize(at);
        return result;
    }
};

std::string help_with(CLI::App& app, auto&& group_of, const std::string& footer)
{
    for (const auto* command : commands())
        app.get_subcommand(std::string(command->name))->group(std::string(group_of(*command)));
    app.footer(fmt::format("{}\n{}\n{}", examples_of(""), exit_codes, footer));
    // App::help() prints that of the command that was chosen.
    return app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal);
}

} // namespace

std::string examples_of(std::string_view command)
{
    std::string result;
    for (const auto& row : examples) {
        if (row.command != command) continue;
        const auto separator = row.line.size() > 42 ? fmt::format("\n{:44}", "") : std::string();
        result += fmt::format("  {:42}{}{}\n", row.line, separator, row.what);
    }
    return result.empty() ? result : "Examples:\n" + result;
}

void set_help_form(CLI::App& app) { app.formatter(std::make_shared<help_form>()); }

std::string help_of_first_commands(CLI::App& app)
{
    const auto group_of = [](const command& each) -> std::string_view {
        return std::ranges::find(first_commands, each.name) != first_commands.end() ? "Commands" : "";
    };
    return help_with(
        app, group_of,
        "`ballast help COMMAND` explains a command, `ballast help --all` lists the others: checks, extracts,\n"
        "redacts, converts and generates texts, prints the grammar.");
}

std::string help_of_all_commands(CLI::App& app)
{
    return help_with(app, [](const command& each) { return each.group; }, "`ballast help COMMAND` explains a command.");
}

} // namespace ballast::cli
