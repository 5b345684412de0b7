// Prints the grammar, which is derived from the rule types.
#include "cli/command_line.hpp"
#include "cli/grammar_json.hpp"
#include "cli/grammar_textmate.hpp"
#include "cli/report.hpp"
#include "describe/specification.hpp"

namespace ballast::cli {

int grammar(const options& given)
{
    const auto& data = describe::dump_grammar();
    report out;
    out.write(given.format == "dict"       ? describe::to_dictionary(data)
              : given.format == "rules"    ? describe::to_rules(data)
              : given.format == "json"     ? grammar_json(describe::dump_specification())
              : given.format == "textmate" ? grammar_textmate(describe::dump_specification())
                                           : describe::to_ebnf(data));
    return out.flush() ? success : trouble;
}

} // namespace ballast::cli
