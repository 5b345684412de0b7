#include "cli/command_line.hpp"

#include "ballast/version.hpp"
#include "cli/completions.hpp"
#include "cli/formats.hpp"
#include "cli/memory_view.hpp"
#include "cli/report.hpp"
#include "cli/selection.hpp"

#include <CLI/CLI.hpp>

#include <charconv>
#include <csignal>
#include <exception>
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

// An option whose value is a number up to `most`; anything else is a usage error.
CLI::Option* add_number(CLI::App& command, const std::string& name, std::uint64_t& value, const std::string& what,
                        std::uint64_t most, bool with_unit)
{
    const auto take = [&value, name, most, with_unit](const std::string& text) {
        const auto number = number_of(text, with_unit);
        if (!number || *number > most)
            throw CLI::ValidationError(name, fmt::format("{} is no number from 0 to {}{}", text, most,
                                                         with_unit ? ", with a unit (k, M, G, T) or without" : ""));
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
               "larger inputs are unreadable; without this option, compressed inputs may hold 1 GiB", any_number, true)
        ->each([&given](const std::string&) { given.limited = true; });
}

void add_paths(CLI::App& command, options& given)
{
    command.add_option("PATH", given.paths, "files, folders, or - for standard input")->required();
    command.add_flag("-q,--quiet", given.quiet, "only failures and the summary");
    command.add_flag("-0,--null", given.null, "lines end with NUL and names are as they are, for scripts");
    add_limit(command, given);
}

void add_files_alone(CLI::App& command, options& given)
{
    command.add_flag("--files", given.files_alone, "take every file alone, not with the others of its module");
}

// Of one module.
void add_module(CLI::App& command, options& given)
{
    command.add_option("PATH", given.paths, "the files of a module, a folder with one module, or - for standard input")
        ->required();
    add_files_alone(command, given);
    add_limit(command, given);
}

// A number that may be left out.
void add_number(CLI::App& command, const std::string& name, std::optional<std::int64_t>& value, const std::string& what)
{
    const auto take = [&value, name](const std::string& text) {
        const auto number = number_of(text, false);
        if (!number || *number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            throw CLI::ValidationError(name, text + " is no number");
        value = static_cast<std::int64_t>(*number);
    };
    command.add_option_function<std::string>(name, take, what)->type_name("NUMBER");
}

// Tables for people and what else they are written as.
void add_tables(CLI::App& command, options& given)
{
    command.add_option("--format", given.output, "text for people, json for programs, markdown to be pasted")
        ->check(CLI::IsMember({"text", "json", "markdown"}))
        ->capture_default_str();
    add_number(command, "--top", given.top, "rows of a table; 0: all", any_number, false);
    add_number(command, "--width", given.columns, "columns of a line; 0: as many as the terminal has", 10000, false);
    command.add_flag("--plain", given.plain, "ASCII alone, without colours");
}

void add_jobs(CLI::App& command, options& given)
{
    add_number(command, "-j,--jobs", given.jobs,
               "threads: files at a time, parts of a large one; 0: as many as there are cores", 4096, false);
}

void add_show_options(CLI::App& command, options& given)
{
    add_tables(command, given);
    std::vector<std::string> names;
    for (const auto& row : groupings()) names.emplace_back(row.name);
    command.add_option("--by", given.by, "what holders are put together by; alike: class, label and shape")
        ->check(CLI::IsMember(names))
        ->capture_default_str();
    command.add_option("--sort", given.sort, "the order of the holders")
        ->check(CLI::IsMember({"bytes", "count", "label"}))
        ->capture_default_str();
    add_number(command, "--space", given.space, "this memory space alone");
    add_number(command, "--at", given.tick, "holders at this tick, in place of the fullest moment");
    auto* why =
        command.add_option("--why", given.why, "one buffer alone: `fusion.3`, `fusion.3{1}`, or the id of a value");
    why->type_name("NAME");
    add_number(command, "--max", given.most_bytes,
               "exit code 1 where space 0, or that of --space, needs more; 0: no budget", any_number, true);
    for (const auto* other : {"--by", "--sort", "--top", "--space", "--at", "--max"})
        why->excludes(command.get_option(other));
}

void add_diff_options(CLI::App& command, options& given)
{
    command.add_option("PATH", given.paths, "before and after: dumps, or folders")->required()->expected(2);
    add_files_alone(command, given);
    add_limit(command, given);
    add_jobs(command, given);
    add_tables(command, given);
    add_number(command, "--space", given.space, "this memory space alone");
    const auto take = [&given](const std::string& text) {
        if (const auto bytes = number_of(text, true)) {
            given.most_growth_bytes = *bytes;
            return;
        }
        double percent = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), percent);
        if (error != std::errc{} || std::string_view(end) != "%" || !(percent >= 0 && percent <= 1e9))
            throw CLI::ValidationError("--max-growth", text + " is neither a share as 2% nor a size as 100MiB");
        given.most_growth_percent = percent;
    };
    command
        .add_option_function<std::string>(
            "--max-growth", take,
            "exit code 1 where a module grows by more: a share (1 MiB is always allowed) or a size")
        ->type_name("2%|BYTES");
    command.add_option("--metric", given.metric, "what --max-growth is about")
        ->check(CLI::IsMember({"needs", "held", "temporaries", "arguments", "outputs"}))
        ->capture_default_str();
}

void add_rule(CLI::App& command, options& given)
{
    std::map<std::string, entry> names;
    for (std::size_t i = 0; i < entry_names().size(); ++i)
        names.emplace(std::string(entry_names()[i]), static_cast<entry>(i));
    command
        .add_option_function<std::string>(
            "--rule", [&given](const std::string& name) { given.line_rule = entry_of(name); },
            "take every line of the files as one construct of this kind")
        ->check(CLI::IsMember(names))
        ->type_name("RULE");
}

int tell(std::string_view text)
{
    report out;
    out.write(text);
    return out.flush() ? success : trouble;
}

} // namespace

int run(int argc, const char* const* argv)
{
    // Writing tells of a closed pipe: of standard output it ends the command, of standard error it changes nothing.
    std::signal(SIGPIPE, SIG_IGN);

    CLI::App app("Reads, checks and prints the text that XLA writes about buffer assignment.", "ballast");
    app.set_version_flag("--version", "ballast " BALLAST_VERSION);
    app.require_subcommand(1);

    options given;
    std::function<int(const options&)> chosen;
    const auto command = [&](const char* name, const char* what, int (*body)(const options&)) {
        auto* added = app.add_subcommand(name, what);
        added->callback([&chosen, body] { chosen = body; });
        return added;
    };
    auto* roundtrip_command = command("roundtrip", "parse, print, compare", roundtrip);
    add_paths(*roundtrip_command, given);
    add_files_alone(*roundtrip_command, given);
    add_rule(*roundtrip_command, given);
    add_jobs(*roundtrip_command, given);
    auto* validate_command = command("validate", "does it conform: syntax, era, meaning", validate);
    add_paths(*validate_command, given);
    add_files_alone(*validate_command, given);
    add_rule(*validate_command, given);
    std::vector<std::string> formats;
    for (const auto& format : output_formats()) formats.emplace_back(format.name);
    auto* format_option = validate_command->add_option("--format", given.output, "how it tells what it found")
                              ->check(CLI::IsMember(formats))
                              ->capture_default_str();
    auto* summary_option =
        validate_command->add_flag("--summary", given.summary, "a table of the folders in place of the findings");
    summary_option->excludes(format_option);
    validate_command->add_option("--era", given.demanded_era,
                                 "demand that an XLA of " + known_eras() + ", could have printed it");
    const CLI::Validator known_finding(
        [](std::string& word) {
            return findings_named(word).empty() ? word + " is no finding, no phase and no rule" : std::string();
        },
        "FINDING");
    for (const auto& [name, words, what] :
         {std::tuple{"--only", &given.only, "tell these findings only: an identifier, a phase, or a rule as C3"},
          std::tuple{"--disable", &given.disabled, "do not tell these findings"}})
        validate_command->add_option(name, *words, what)->delimiter(',')->check(known_finding)->allow_extra_args(false);
    auto* baseline_option = validate_command->add_option(
        "--baseline", given.baseline, "findings that are known: a file that validate --format json has printed");
    baseline_option->type_name("FILE");
    add_jobs(*validate_command, given);
    for (auto* option : validate_command->get_options()) {
        if (option->get_name() == "--null") option->excludes(format_option)->excludes(summary_option);
        if (option->get_name() == "--rule") {
            option->excludes(format_option)->excludes(summary_option)->excludes(baseline_option);
        }
    }
    validate_command->add_flag("--strict", given.strict, "warnings, and notes about what the tables lack, are errors");
    validate_command->add_flag("--audit", given.audit,
                               "note every peak that is not the fullest moment, not only where that matters");
    add_number(*validate_command, "--max-errors", given.max_errors, "of one file; 0: no limit", any_number, false);
    auto* print_command = command("print", "the dump again, from its tree, also as another era's", print);
    add_module(*print_command, given);
    add_jobs(*print_command, given);
    auto* era_option = print_command->add_option("--era", given.as_era,
                                                 "as an XLA of that era would have printed it: " + known_eras());
    auto* part_option = print_command->add_option("--part", given.part, "which file of a module that has three")
                            ->check(CLI::IsMember({"assignment", "values", "live-range"}));
    print_command->add_option("--to", given.to_folder, "a folder for the files, in place of standard output")
        ->type_name("DIR")
        ->needs(era_option)
        ->excludes(part_option);
    auto* show_command = command("show", "who holds the memory of a module, and when it is fullest", show);
    add_module(*show_command, given);
    add_jobs(*show_command, given);
    add_show_options(*show_command, given);
    add_diff_options(*command("diff", "what changed between two dumps, or two folders of them", diff), given);
    auto* export_command = command("export", "the memory of a module for pprof, Perfetto, tables", export_memory);
    add_module(*export_command, given);
    add_jobs(*export_command, given);
    export_command
        ->add_option("--to", given.output,
                     "pprof: who holds the memory, by stack; trace: values over time, for Perfetto; csv: all values")
        ->required()
        ->check(CLI::IsMember({"pprof", "trace", "csv"}));
    export_command->add_flag(
        "--raw", given.raw,
        "with --to csv: texts as they are in the dump, even if a spreadsheet takes them for formulas");
    add_number(*export_command, "--at", given.tick, "holders at this tick, in place of the fullest moment");
    auto* summary_command = command("summary", "the modules of a folder, by what they need", summary);
    summary_command->add_option("PATH", given.paths, "folders and files")->required();
    add_files_alone(*summary_command, given);
    add_limit(*summary_command, given);
    add_jobs(*summary_command, given);
    add_tables(*summary_command, given);
    add_number(*summary_command, "--space", given.space, "in this memory space");
    auto* page_command =
        command("report", "pictures of the memory of modules, and all that show says, as one HTML page", report_page);
    page_command->add_option("PATH", given.paths, "a dump or a folder; two of them: what changed; - for standard input")
        ->required();
    add_files_alone(*page_command, given);
    add_limit(*page_command, given);
    add_jobs(*page_command, given);
    page_command->add_option("-o,--output", given.to_file, "where the page is written, in place of standard output")
        ->type_name("FILE");
    auto* svg_option =
        page_command->add_flag("--svg", given.svg, "the heap alone, as a picture: values by offset and time");
    add_number(*page_command, "--space", given.space, "the heap of this memory space");
    page_command->get_option("--space")->needs(svg_option);
    auto* report_command = command("report-text", "the memory-usage report that follows from a dump", report_text);
    add_module(*report_command, given);
    add_jobs(*report_command, given);
    report_command->add_option("--era", given.report_era, "as XLA of another time writes it: " + known_eras());
    auto* generate_command = command("generate", "a random dump that makes sense", generate);
    add_number(*generate_command, "--seed", given.seed, "another number gives another dump", any_number, false);
    add_number(*generate_command, "--size", given.size, "bytes, about", largest_size, true);
    generate_command->add_option("--era", given.era, known_eras())->capture_default_str();
    generate_command
        ->add_option("--section", given.section,
                     "one file of the eras that wrote three, what is written beside them, or lines of one construct as "
                     "--rule reads "
                     "them")
        ->check(CLI::IsMember(section_names()));
    generate_command
        ->add_option(
            "--vocabulary", given.vocabulary,
            "what lines of one construct have: what XLA's own parser reads too, all that ballast knows, or also "
            "words that it does not know")
        ->check(CLI::IsMember({"readable", "known", "any"}))
        ->capture_default_str();
    command("grammar", "the grammar, derived from its rules", grammar)
        ->add_option("--format", given.format, "ebnf: for people; dict: literals for fuzzers; rules: for programs")
        ->check(CLI::IsMember({"ebnf", "dict", "rules"}))
        ->capture_default_str();
    auto* era_command = command("era", "which XLA versions could have printed it, and why", era);
    add_paths(*era_command, given);
    add_files_alone(*era_command, given);
    add_jobs(*era_command, given);

    auto* extract_command = command("extract", "dumps and reports inside logs", extract);
    add_paths(*extract_command, given);
    extract_command->add_option("--to", given.to_folder, "write each into a new file of this folder")->type_name("DIR");
    extract_command->add_flag("--validate", given.validate_texts, "does each conform, with places in the log");

    auto* explain_command = command("explain", "what a finding or a rule means", explain);
    auto* kinds =
        explain_command->add_option("KIND", given.kinds, "an identifier as in brackets after a message, or C3");
    explain_command->add_flag("-l,--list", given.list, "all findings and rules")->excludes(kinds);
    explain_command->require_option(1);
    std::function<int()> about_itself; // what is derived from this table of options
    auto* completions_command = app.add_subcommand("completions", "what a shell completes, for its start-up files");
    completions_command->add_option("SHELL", given.shell, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
    completions_command->callback([&] { about_itself = [&] { return tell(completions_for(given.shell, app)); }; });
    auto* manual_command = app.add_subcommand("manual", "the manual page, for man");
    manual_command->add_option("--format", given.manual, "for man(1), or as docs/commands.md has it")
        ->check(CLI::IsMember({"man", "markdown"}))
        ->capture_default_str();
    manual_command->callback([&] {
        about_itself = [&] { return tell(given.manual == "man" ? manual_page(app) : commands_document(app)); };
    });

    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForVersion&) {
        return tell(app.version() + "\n");
    } catch (const CLI::CallForHelp&) {
        return tell(app.help());
    } catch (const CLI::ParseError& wrong) {
        app.exit(wrong);
        return trouble;
    }
    try {
        return about_itself ? about_itself() : chosen(given);
    } catch (const std::bad_alloc&) {
        warn("ballast: out of memory\n");
    } catch (const std::exception& other) {
        warn("ballast: {}\n", other.what());
    }
    return trouble;
}

} // namespace ballast::cli
