// Prints the grammar, which is derived from the rule types.
#include "cli/command_line.hpp"
#include "cli/report.hpp"
#include "describe/grammar_data.hpp"

namespace ballast::cli {

int grammar(const options& given)
{
    const auto& data = describe::dump_grammar();
    report out;
    out.write(given.format == "dict"    ? describe::to_dictionary(data)
              : given.format == "rules" ? describe::to_rules(data)
                                        : describe::to_ebnf(data));
    return out.flush() ? success : trouble;
}

} // namespace ballast::cli
