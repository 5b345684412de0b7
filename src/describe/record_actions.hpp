// Actions of the rules above the records of a file. In the library, tree builders do this when they receive the
// records; a reader of whole files does it when these rules match.
#pragma once

#include "describe/grammar_data.hpp"

namespace ballast::describe {

// Adds them to the actions of the grammar, as well as those of rules that show the spelling of a file.
void add_record_actions(grammar_data& grammar);

} // namespace ballast::describe
