#include "cli/command_line.hpp"

#include "ballast/version.hpp"
#include "cli/report.hpp"

#include <CLI/CLI.hpp>

#include <csignal>
#include <exception>
#include <functional>
#include <map>
#include <new>

namespace ballast::cli {

namespace {

void add_paths(CLI::App& command, options& given)
{
    command.add_option("PATH", given.paths, "files, folders, or - for standard input")->required();
    command.add_flag("-q,--quiet", given.quiet, "only failures and the summary");
}

void add_path(CLI::App& command, options& given)
{
    command.add_option("PATH", given.paths, "a file, or - for standard input")->required()->expected(1);
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

} // namespace

int run(int argc, const char* const* argv)
{
    // A closed pipe is a failed write, told by exit code 2.
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
    add_rule(*roundtrip_command, given);
    auto* validate_command = command("validate", "does it conform: syntax, era, meaning", validate);
    add_paths(*validate_command, given);
    add_rule(*validate_command, given);
    validate_command->add_flag("--strict", given.strict,
                               "warnings, and notes about what the tables lack, are errors");
    validate_command->add_option("--max-errors", given.max_errors, "of one file; 0: no limit")->capture_default_str();
    add_path(*command("print", "the dump again, from its tree", print), given);
    add_path(*command("show", "a dump for people: totals, largest allocations, the peak", show), given);
    auto* generate_command = command("generate", "a random dump that makes sense", generate);
    generate_command->add_option("--seed", given.seed, "another number gives another dump")->capture_default_str();
    generate_command->add_option("--size", given.size, "bytes, about; units are k, M, G")
        ->transform(CLI::AsSizeValue(false))
        ->capture_default_str();
    generate_command->add_option("--era", given.era, "D0 to D24, or a day as YYYY-MM-DD")->capture_default_str();
    generate_command
        ->add_option("--section", given.section,
                     "one file of the eras that wrote three, or lines of one construct as --rule reads them")
        ->check(CLI::IsMember(section_names()));
    command("grammar", "the grammar, derived from its rules", grammar)
        ->add_option("--format", given.format, "ebnf: for people; dict: literals for fuzzers; rules: for programs")
        ->check(CLI::IsMember({"ebnf", "dict", "rules"}))
        ->capture_default_str();
    add_paths(*command("era", "which XLA versions could have printed it, and why", era), given);

    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& done) { // --help, --version
        return app.exit(done) == 0 ? success : trouble;
    } catch (const CLI::ParseError& wrong) {
        app.exit(wrong);
        return trouble;
    }
    try {
        return chosen(given);
    } catch (const std::bad_alloc&) {
        warn("ballast: out of memory\n");
    } catch (const std::exception& other) {
        warn("ballast: {}\n", other.what());
    }
    return trouble;
}

} // namespace ballast::cli
