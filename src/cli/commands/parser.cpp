// Writes a reader in another language, which is derived from the rule types.
#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/print_to.hpp"
#include "readers/readers.hpp"

#include <memory>

namespace ballast::cli {

namespace {

struct parser_arguments {
    std::string target;
    std::string start = "dump";
    std::string era;
};

int write_reader(const parser_arguments& options)
{
    readers::request what{.target = options.target, .start = options.start, .era_name = options.era, .era = {}};
    if (!options.era.empty()) {
        what.era = parse_era(options.era);
        if (!what.era) return no_era("parser", options.era);
    }
    if (!readers::is_start(options.start)) {
        warn("ballast parser: no production is named `{}`: see ballast grammar\n", options.start);
        return trouble;
    }
    if (!readers::was_printed(what)) {
        warn("ballast parser: XLA did not print `{}` in era {}\n", options.start, options.era);
        return trouble;
    }
    return print_text(readers::reader(what));
}

command_body declare_parser(CLI::App& app)
{
    auto options = std::make_shared<parser_arguments>();
    const auto targets = readers::targets();
    app.add_option("--target", options->target,
                   "python, javascript, typescript: with the tree; c: with callbacks; lua (LPeg), peggy: grammars "
                   "for these tools, which only check whether a text matches")
        ->check(one_of({targets.begin(), targets.end()}))
        ->required();
    app.add_option("--start", options->start, "the production that the whole text must match, or what --rule reads")
        ->capture_default_str();
    add_era(app, "--era", options->era, "leave out what XLA did not print then");
    return [options] { return write_reader(*options); };
}

} // namespace

extern const command parser_command{"About ballast", "parser", "Write a reader of all texts in another language",
                                    declare_parser};

} // namespace ballast::cli
