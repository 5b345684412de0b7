// What the rules above the records of a file do to the tree. In the library the builders of trees do it, as they see
// one record after the other; a reader of whole files does it where these rules match.
#pragma once

#include "describe/grammar_data.hpp"

namespace ballast::describe {

// Adds them, and what rules say about the spelling of a file, to the actions of the grammar.
void add_record_actions(grammar_data& grammar);

} // namespace ballast::describe
