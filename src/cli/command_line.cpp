#include "cli/command_line.hpp"

#include "ballast/version.hpp"
#include "base/nearest.hpp"
#include "cli/comparison.hpp"
#include "cli/completions.hpp"
#include "cli/files.hpp"
#include "cli/formats.hpp"
#include "cli/memory_view.hpp"
#include "cli/report.hpp"
#include "cli/selection.hpp"
#include "cli/shell_word.hpp"
#include "cli/terminal.hpp"

#include <CLI/CLI.hpp>
#include <fmt/ranges.h>

#include <charconv>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <new>
#include <optional>
#include <tuple>

namespace ballast::cli {

namespace {

// A number without sign, perhaps with a unit of bytes: `100k` is 102400, `1.5M` is 1572864.
std::optional<std::uint64_t> number_of(std::string_view text, bool with_unit)
{
    std::uint64_t number = 0;
    const auto* const last = text.data() + text.size();
    auto [end, error] = std::from_chars(text.data(), last, number);
    if (error != std::errc{}) return std::nullopt;
    // Of a fraction nine digits count.
    std::uint64_t billionths = 0;
    bool fraction = false;
    if (end != last && *end == '.') {
        fraction = true;
        const auto* const point = end++;
        for (std::uint64_t place = 100'000'000; end != last && *end >= '0' && *end <= '9'; ++end, place /= 10)
            billionths += static_cast<std::uint64_t>(*end - '0') * place;
        if (end == point + 1) return std::nullopt;
    }
    if (end != last && *end == ' ') ++end; // `16 GiB`
    auto unit = CLI::detail::to_lower(std::string(end, last));
    if (fraction && (unit.empty() || unit == "b")) return std::nullopt;
    if (unit.empty()) return number;
    if (!with_unit) return std::nullopt;
    if (unit.ends_with('b')) unit.pop_back();
    if (unit.ends_with('i') && unit.size() == 2) unit.pop_back();
    if (unit.empty()) return number;
    const auto power = std::string_view("kmgtpe").find(unit);
    if (unit.size() != 1 || power == std::string_view::npos) return std::nullopt;
    const auto factor = std::uint64_t{1} << (10 * (power + 1));
    if (number > std::numeric_limits<std::uint64_t>::max() / factor) return std::nullopt;
    __extension__ using wide = unsigned __int128;
    return number * factor + static_cast<std::uint64_t>(wide{billionths} * factor / 1'000'000'000);
}

// One of a few words. What is not one of them is an error that names the nearest.
CLI::Validator one_of(std::vector<std::string> words)
{
    const auto list = fmt::format("{{{}}}", fmt::join(words, ","));
    return {[words = std::move(words)](std::string& word) -> std::string {
                if (std::ranges::find(words, word) != words.end()) return {};
                nearest_words near(word, 1);
                for (const auto& other : words) near.offer(other);
                const auto known = near.words().empty() ? fmt::format("known are {}", fmt::join(words, ", "))
                                                        : fmt::format("did you mean {}?", near.words().front());
                return fmt::format("{} is unknown; {}", quoted_name(word), known);
            },
            list};
}

// An option whose value is a number up to `most`; anything else is a usage error.
CLI::Option* add_number(CLI::App& command, const std::string& name, std::uint64_t& value, const std::string& what,
                        std::uint64_t most, bool with_unit)
{
    const auto take = [&value, name, most, with_unit](const std::string& text) {
        const auto number = number_of(text, with_unit);
        if (!number || *number > most)
            throw CLI::ValidationError(name, fmt::format("{} is not a number from 0 to {}{}", text, most,
                                                         with_unit ? ", with or without a unit (k, M, G, T)" : ""));
        value = *number;
    };
    auto* added = command.add_option_function<std::string>(name, take, what);
    return added->type_name(with_unit ? "BYTES" : "NUMBER")->default_str(fmt::to_string(value));
}

constexpr auto any_number = std::numeric_limits<std::uint64_t>::max();
constexpr auto largest_size = std::uint64_t{1} << 40;

void add_limit(CLI::App& command, options& given)
{
    add_number(command, "--max-bytes", given.max_bytes,
               "do not read larger inputs; by default, compressed inputs may hold 1 GiB", any_number, true)
        ->each([&given](const std::string&) { given.limited = true; });
}

void add_paths(CLI::App& command, options& given)
{
    command.add_option("PATH", given.paths, "files, folders, or - for standard input")->required();
    command.add_flag("-q,--quiet", given.quiet, "print only failures and the summary");
    command.add_flag("-0,--null", given.null, "end lines with NUL and print names unescaped, for scripts");
    add_limit(command, given);
}

void add_files_alone(CLI::App& command, options& given)
{
    command.add_flag("--files", given.files_alone, "take every file by itself, not together with others of its module");
}

// The paths of one module.
void add_module(CLI::App& command, options& given,
                const std::string& what = "the files of a module, a folder with one module, or - for standard input")
{
    command.add_option("PATH", given.paths, what)->required();
    add_files_alone(command, given);
    add_limit(command, given);
}

constexpr const char* module_or_log = "the files of a module, a folder, a log, or - for standard input";

// A number that may be left out.
void add_number(CLI::App& command, const std::string& name, std::optional<std::int64_t>& value, const std::string& what)
{
    const auto take = [&value, name](const std::string& text) {
        const auto number = number_of(text, false);
        if (!number || *number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            throw CLI::ValidationError(name, text + " is not a number");
        value = static_cast<std::int64_t>(*number);
    };
    command.add_option_function<std::string>(name, take, what)->type_name("NUMBER");
}

// The forms that tables are written in.
void add_tables(CLI::App& command, options& given, std::uint64_t rows = usual_rows)
{
    command.add_option("--format", given.output, "text for people, json for programs, markdown for pasting")
        ->check(one_of({"text", "json", "markdown"}))
        ->capture_default_str();
    command
        .add_option_function<std::string>(
            "--top",
            [&given](const std::string& text) {
                given.top = number_of(text, false);
                if (!given.top) throw CLI::ValidationError("--top", text + " is not a number");
            },
            "rows of a table; 0: all")
        ->type_name("NUMBER")
        ->default_str(fmt::to_string(rows));
    add_number(command, "--width", given.columns, "columns of a line; 0: those of the terminal", 10000, false);
    command.add_flag("--plain", given.plain, "ASCII only, without colors");
}

void add_output(CLI::App& command, options& given)
{
    command.add_option("-o,--output", given.to_file, "a file for the output, instead of standard output")
        ->type_name("FILE");
}

// A moment other than the peak. `--at` is an earlier name.
void add_step(CLI::App& command, options& given)
{
    add_number(command, "--step,--at", given.step, "what is in use at this schedule step instead of the peak");
}

void add_jobs(CLI::App& command, options& given)
{
    add_number(command, "-j,--jobs", given.jobs,
               "threads, for several files or parts of a large one; 0: one for each core", 4096, false);
}

void add_show_options(CLI::App& command, options& given)
{
    add_tables(command, given, usual_holders);
    std::vector<std::string> names;
    for (const auto& row : groupings()) names.emplace_back(row.name);
    command.add_option("--by", given.by, "what rows are grouped by; alike: class, label and shape")
        ->check(one_of(names))
        ->capture_default_str();
    command.add_option("--sort", given.sort, "the order of the rows")
        ->transform([](const std::string& name) { return name == "size" ? std::string("bytes") : name; })
        ->check(one_of({"bytes", "count", "label"}))
        ->capture_default_str();
    add_number(command, "--space", given.space, "only this memory space");
    add_step(command, given);
    command.add_flag("--verbose", given.verbose, "also files, XLA's version, padding, donation, fragmentation");
    command.add_flag("--full-paths", given.full_paths, "source files with their folders");
    auto* why =
        command.add_option("--why", given.why, "one buffer: `fusion.3`, `fusion.3{1}`, the id of a value, or a label");
    why->type_name("NAME");
    add_number(command, "--max", given.most_bytes,
               "exit with 1 if the total of space 0, or of --space, is larger than a size like 16G (units are powers "
               "of 1024); "
               "0: no limit",
               any_number, true);
    for (const auto* other : {"--by", "--sort", "--top", "--space", "--step", "--max"})
        why->excludes(command.get_option(other));
}

// The numbers that --max-growth can limit. Earlier names are accepted.
void add_metric(CLI::App& command, options& given)
{
    std::vector<std::string> names;
    std::map<std::string, std::string> earlier;
    for (const auto& m : metrics) {
        names.emplace_back(m.name);
        if (!m.before.empty()) earlier.emplace(m.before, m.name);
    }
    command.add_option("--metric", given.metric, "what --max-growth limits")
        ->transform([earlier](const std::string& name) {
            const auto found = earlier.find(name);
            return found == earlier.end() ? name : found->second;
        })
        ->check(one_of(names))
        ->capture_default_str();
}

void add_diff_options(CLI::App& command, options& given)
{
    command.add_option("PATH", given.paths, "before and after: dumps, logs, or folders")->required()->expected(2);
    add_files_alone(command, given);
    add_limit(command, given);
    add_jobs(command, given);
    add_tables(command, given);
    add_number(command, "--space", given.space, "only this memory space");
    const auto take = [&given](const std::string& text) {
        if (const auto bytes = number_of(text, true)) {
            given.most_growth_bytes = *bytes;
            return;
        }
        double percent = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), percent);
        if (error != std::errc{} || std::string_view(end) != "%" || !(percent >= 0 && percent <= 1e9))
            throw CLI::ValidationError("--max-growth",
                                       text + " is neither a percentage like 2% nor a size like 100MiB");
        given.most_growth_percent = percent;
    };
    command
        .add_option_function<std::string>(
            "--max-growth", take,
            "exit with 1 if a module grows by more: a percentage (1 MiB is always allowed) or a size")
        ->type_name("2%|BYTES");
    add_metric(command, given);
}

void add_rule(CLI::App& command, options& given)
{
    const std::vector<std::string> names(entry_names().begin(), entry_names().end());
    command
        .add_option_function<std::string>(
            "--rule", [&given](const std::string& name) { given.line_rule = entry_of(name); },
            "read every line of the files as one construct of this kind")
        ->check(one_of(names))
        ->type_name("RULE");
}

void add_era(CLI::App& command, const std::string& name, std::string& value, const std::string& what)
{
    command.add_option(name, value, what + ": " + known_eras())->type_name("ERA");
}

void add_validate_options(CLI::App& command, options& given)
{
    add_paths(command, given);
    add_files_alone(command, given);
    add_rule(command, given);
    std::vector<std::string> formats;
    for (const auto& format : output_formats()) formats.emplace_back(format.name);
    auto* format = command.add_option("--format", given.output, "the form of the findings")
                       ->check(one_of(formats))
                       ->capture_default_str();
    auto* summary = command.add_flag("--summary", given.summary, "a table of the folders instead of the findings");
    summary->excludes(format);
    add_era(command, "--era", given.demanded_era, "report files that no XLA of this era could have printed");
    const CLI::Validator known_finding(
        [](std::string& word) -> std::string {
            if (!findings_named(word).empty()) return {};
            nearest_words near(word, 1);
            for (const auto& name : finding_words()) near.offer(name);
            return fmt::format("{} is not a finding, a phase or a rule{}", quoted_name(word),
                               near.words().empty() ? "" : fmt::format("; did you mean {}?", near.words().front()));
        },
        "");
    for (const auto& [name, words, what] :
         {std::tuple{"--only", &given.only, "report only these findings: an identifier, a phase, or a rule like C3"},
          std::tuple{"--disable", &given.disabled, "do not report these findings"}})
        command.add_option(name, *words, what)
            ->type_name("FINDING")
            ->delimiter(',')
            ->check(known_finding)
            ->allow_extra_args(false);
    auto* baseline = command.add_option("--baseline", given.baseline,
                                        "leave out known findings: a file that validate --format json has printed");
    baseline->type_name("FILE");
    add_jobs(command, given);
    for (auto* option : command.get_options()) {
        if (option->get_name() == "--null") option->excludes(format)->excludes(summary);
        if (option->get_name() == "--rule") option->excludes(format)->excludes(summary)->excludes(baseline);
    }
    command.add_flag("--strict", given.strict, "take warnings, and notes about unknown words, for errors");
    command.add_flag("--audit", given.audit,
                     "note every printed peak with less than the most in use, however small the difference");
    add_number(command, "--max-errors", given.max_errors, "errors to report for one file; 0: all", any_number, false);
}

void add_print_options(CLI::App& command, options& given)
{
    add_module(command, given);
    add_jobs(command, given);
    add_era(command, "--era", given.as_era, "as an XLA of this era would have printed it");
    auto* part = command.add_option("--part", given.part, "which file of a module that has three")
                     ->check(one_of({"assignment", "values", "live-range"}));
    command.add_option("--to", given.to_folder, "a folder for the files, instead of standard output")
        ->type_name("DIR")
        ->needs(command.get_option("--era"))
        ->excludes(part);
}

void add_export_options(CLI::App& command, options& given)
{
    add_module(command, given, module_or_log);
    add_jobs(command, given);
    command
        .add_option("--to", given.output,
                    "pprof: memory at the peak by stack; trace: values over time, for Perfetto; csv: all values")
        ->required()
        ->check(one_of({"pprof", "trace", "csv"}));
    add_output(command, given);
    command.add_flag("--raw", given.raw,
                     "with --to csv: texts as they are in the dump, even if a spreadsheet takes them for formulas");
    add_step(command, given);
}

void add_report_options(CLI::App& command, options& given)
{
    command
        .add_option("PATH", given.paths, "a dump, a log or a folder; two of them: what changed; - for standard input")
        ->required();
    add_files_alone(command, given);
    add_limit(command, given);
    add_jobs(command, given);
    add_output(command, given);
    auto* svg = command.add_flag("--svg", given.svg, "only the heap as a picture: values by offset and time");
    add_number(command, "--space", given.space, "the heap of this memory space");
    command.get_option("--space")->needs(svg);
}

void add_generate_options(CLI::App& command, options& given)
{
    add_number(command, "--seed", given.seed, "another number gives another dump", any_number, false);
    add_number(command, "--size", given.size, "approximate size in bytes", largest_size, true);
    command.add_option("--era", given.era, known_eras())->type_name("ERA")->capture_default_str();
    command
        .add_option("--section", given.section,
                    "one file of the eras that write three, what XLA writes beside them, or lines of one construct as "
                    "--rule reads them")
        ->check(one_of(section_names()));
    command
        .add_option("--vocabulary", given.vocabulary,
                    "words in lines of one construct: what XLA's own parser reads, all that ballast knows, or unknown "
                    "words too")
        ->check(one_of({"readable", "known", "any"}))
        ->capture_default_str();
}

int print_text(std::string_view text)
{
    report out;
    out.write(text);
    return out.flush() ? success : trouble;
}

// The commands, and what the one that was called does.
class command_table {
public:
    command_table() : app_("Shows what takes memory in XLA programs, and checks the texts that say so.", "ballast")
    {
        app_.set_version_flag("-V,--version", "ballast " BALLAST_VERSION);
        app_.require_subcommand(1);
        app_.footer("Examples:\n"
                    "  ballast summary /tmp/d             the modules of a folder, the largest first\n"
                    "  ballast show /tmp/d                what takes the memory of the largest\n"
                    "  python train.py 2>&1 | ballast show -\n"
                    "                                     the buffers in an out-of-memory report\n"
                    "\n"
                    "Exit codes: 0: success; 1: an error, or over a limit; 2: wrong usage or nothing to read.\n"
                    "`ballast help COMMAND` explains a command.");
        add_memory_commands();
        add_checking_commands();
        add_text_commands();
        add_own_commands();
    }

    int run(int argc, const char* const* argv)
    {
        if (argc == 1) return print_text(app_.help());
        try {
            app_.parse(argc, argv);
        } catch (const CLI::CallForVersion&) {
            return print_text(app_.version() + "\n");
        } catch (const CLI::CallForHelp&) {
            return print_text(app_.help());
        } catch (const CLI::ParseError& wrong) {
            return explain(wrong, argv[1]);
        }
        given_.plain = given_.plain || locale_is_ascii();
        return chosen_(given_);
    }

private:
    CLI::App& add(const char* group, const char* name, const char* what, int (*body)(const options&))
    {
        auto* added = app_.add_subcommand(name, what);
        added->group(group);
        added->callback([this, body] { chosen_ = body; });
        return *added;
    }

    void add_memory_commands()
    {
        const auto* group = "Memory";
        auto& shown = add(group, "show", "what takes the memory of a module, the peak, and what would lower it", show);
        add_module(shown, given_, module_or_log);
        add_jobs(shown, given_);
        add_show_options(shown, given_);
        auto& all = add(group, "summary", "the modules of a folder, by the memory they allocate", summary);
        all.add_option("PATH", given_.paths, "folders, files and logs")->required();
        add_files_alone(all, given_);
        add_limit(all, given_);
        add_jobs(all, given_);
        add_tables(all, given_);
        add_number(all, "--space", given_.space, "totals of this memory space");
        add_number(all, "--max", given_.most_bytes,
                   "exit with 1 if a total is larger than a size like 16G (units are powers of 1024); 0: no limit",
                   any_number, true);
        add_diff_options(add(group, "diff", "what changed between two dumps, or two folders of them", diff), given_);
        add_report_options(add(group, "report", "an HTML page with pictures of all that show says", report_page),
                           given_);
        add_export_options(
            add(group, "export", "the memory of a module for pprof, Perfetto and spreadsheets", export_memory), given_);
    }

    void add_checking_commands()
    {
        const auto* group = "Checks";
        add_validate_options(
            add(group, "validate", "whether texts are as XLA prints them, and agree with each other", validate),
            given_);
        auto& same = add(group, "roundtrip", "whether texts print back byte for byte", roundtrip);
        add_paths(same, given_);
        add_files_alone(same, given_);
        add_rule(same, given_);
        add_jobs(same, given_);
        auto& dates = add(group, "era", "which versions of XLA could have printed a text, and why", era);
        add_paths(dates, given_);
        add_files_alone(dates, given_);
        add_jobs(dates, given_);
        auto& meaning = add(group, "explain", "what a finding or a rule means", ballast::cli::explain);
        auto* kinds =
            meaning.add_option("KIND", given_.kinds, "an identifier in brackets after a message, or a rule like C3")
                ->type_name("FINDING");
        meaning.add_flag("-l,--list", given_.list, "list all findings and rules")->excludes(kinds);
        meaning.require_option(1);
    }

    void add_text_commands()
    {
        const auto* group = "Texts";
        auto& texts = add(group, "extract", "find dumps and reports in logs", extract);
        add_paths(texts, given_);
        texts.add_option("--to", given_.to_folder, "write each into a new file of this folder")->type_name("DIR");
        texts.add_flag("--validate", given_.validate_texts, "check each, with places in the log");
        add_print_options(add(group, "print", "print a dump from its tree, also as another era's", ballast::cli::print),
                          given_);
        auto& usage = add(group, "report-text", "the memory-usage report that follows from a dump", report_text);
        add_module(usage, given_);
        add_jobs(usage, given_);
        add_era(usage, "--era", given_.report_era, "as an XLA of this era writes it");
        add_generate_options(add(group, "generate", "a random dump whose numbers agree", generate), given_);
    }

    void add_own_commands()
    {
        const auto* group = "About ballast";
        add(group, "grammar", "the grammar of all texts", grammar)
            .add_option("--format", given_.format,
                        "ebnf: for people; json: the whole specification, for programs; rules: one line per "
                        "production, in prefix form; dict: literals for fuzzers; textmate: highlighting for editors")
            ->check(one_of({"ebnf", "json", "rules", "dict", "textmate"}))
            ->capture_default_str();
        const auto add_own = [&](const char* name, const char* what, std::function<int()> body) {
            auto* added = app_.add_subcommand(name, what);
            added->group(group);
            added->callback([this, body = std::move(body)] { chosen_ = [body](const options&) { return body(); }; });
            return added;
        };
        add_own("completions", "completions for a shell",
                [this] { return print_text(completions_for(given_.shell, app_)); })
            ->add_option("SHELL", given_.shell, "bash, zsh or fish")
            ->required()
            ->check(one_of({"bash", "zsh", "fish"}));
        add_own("manual", "the manual page",
                [this] { return print_text(given_.manual == "man" ? manual_page(app_) : commands_document(app_)); })
            ->add_option("--format", given_.manual, "for man(1), or as docs/commands.md has it")
            ->check(one_of({"man", "markdown"}))
            ->capture_default_str();
        add_own("help", "explain a command", [this] { return help(); })
            ->add_option("COMMAND", given_.command, "the name of a command")
            ->type_name("COMMAND");
    }

    int help()
    {
        if (given_.command.empty()) return print_text(app_.help());
        for (const auto* command : app_.get_subcommands({}))
            if (command->get_name() == given_.command)
                return print_text(command->help("ballast", CLI::AppFormatMode::Normal));
        return unknown_command(given_.command);
    }

    int unknown_command(const std::string& word)
    {
        nearest_words near(word, 1);
        for (const auto* command : app_.get_subcommands({})) near.offer(command->get_name());
        std::string hint;
        if (!near.words().empty())
            hint = fmt::format("; did you mean {}?", near.words().front());
        else if (std::ifstream(word))
            hint = fmt::format("; did you mean ballast show {}?", shell_word(word));
        warn("ballast: unknown command {}{}\n", quoted_name(word), hint);
        return trouble;
    }

    // What was wrong, and where help is.
    int explain(const CLI::ParseError& wrong, const std::string& first)
    {
        const auto called = app_.get_subcommands();
        if (called.empty()) {
            if (!first.starts_with('-')) return unknown_command(first);
            nearest_words near(first, 1);
            for (const auto* word : {"--help", "--version"}) near.offer(word);
            warn("ballast: unknown option {}{}\nSee `ballast --help`.\n", quoted_name(first),
                 near.words().empty() ? "" : fmt::format("; did you mean {}?", near.words().front()));
            return trouble;
        }
        auto& command = *called.front();
        auto message = printable(wrong.what());
        if (const auto missing = message.find(": 1 required "); missing != std::string::npos)
            message = message.substr(0, missing) + " needs a value";
        if (dynamic_cast<const CLI::ExtrasError*>(&wrong)) {
            const auto rest = command.remaining();
            const auto& word = rest.empty() ? first : rest.front();
            message = fmt::format("unknown {} {}", word.starts_with('-') ? "option" : "argument", quoted_name(word));
            nearest_words near(word.substr(0, word.find('=')), 1);
            for (const auto* option : command.get_options())
                for (const auto& name : option->get_lnames()) near.offer("--" + name);
            if (word.starts_with("--") && !near.words().empty())
                message += fmt::format("; did you mean {}?", near.words().front());
        }
        warn("ballast {}: {}\nSee `ballast help {}`.\n", command.get_name(), message, command.get_name());
        return trouble;
    }

    CLI::App app_;
    options given_;
    std::function<int(const options&)> chosen_;
};

} // namespace

int run(int argc, const char* const* argv)
{
    // A closed pipe is a write that fails: on standard output it ends the command, on standard error it is ignored.
    std::signal(SIGPIPE, SIG_IGN);
    try {
        return command_table().run(argc, argv);
    } catch (const std::bad_alloc&) {
        warn("ballast: out of memory\n");
    } catch (const std::exception& other) {
        warn("ballast: {}\n", other.what());
    }
    return trouble;
}

} // namespace ballast::cli
