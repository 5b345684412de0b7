// Prints the grammar, which is derived from the rule types.
#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "describe/grammar_json.hpp"
#include "describe/grammar_textmate.hpp"
#include "describe/specification.hpp"

#include <memory>

namespace ballast::cli {

namespace {

struct grammar_arguments {
    std::string format = "ebnf";
};

std::string grammar_as(std::string_view format)
{
    if (format == "json") return describe::grammar_json(describe::dump_specification());
    if (format == "textmate") return describe::grammar_textmate(describe::dump_specification());
    const auto& grammar = describe::dump_grammar();
    if (format == "dict") return describe::to_dictionary(grammar);
    return format == "rules" ? describe::to_rules(grammar) : describe::to_ebnf(grammar);
}

command_body declare_grammar(CLI::App& app)
{
    auto options = std::make_shared<grammar_arguments>();
    app.add_option("--format", options->format,
                   "ebnf: for people; json: the whole specification, for programs; rules: one line per "
                   "production, in prefix form; dict: literals for fuzzers; textmate: highlighting for editors")
        ->check(one_of({"ebnf", "json", "rules", "dict", "textmate"}))
        ->capture_default_str();
    return [options] { return print_text(grammar_as(options->format)); };
}

} // namespace

extern const command grammar_command{"About ballast", "grammar", "Print the grammar of all texts", declare_grammar};

} // namespace ballast::cli
