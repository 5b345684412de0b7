// The grammar, as it is derived from the rule types.
#include "cli/command_line.hpp"
#include "cli/report.hpp"
#include "spec/derive/grammar_data.hpp"

namespace ballast::cli {

int grammar(const options& given)
{
    const auto& data = derive::dump_grammar();
    report out;
    out.write(given.format == "dict"    ? derive::to_dictionary(data)
              : given.format == "rules" ? derive::to_rules(data)
                                        : derive::to_ebnf(data));
    return out.flush() ? success : trouble;
}

} // namespace ballast::cli
