// The grammar as JSON. After a refusal, a reader matches the text with it once more to find the position of the fault
// and what was expected there.
#pragma once

#include "readers/source.hpp"

namespace ballast::readers {

// `{"start": NAME, "sets": [RANGES…], "rules": {NAME: [EXPECTED, EXPRESSION]…}}`. An expression is an array: one
// character for its kind, and its parts. A byte of a text is a code point. No string contains quotation marks.
std::string explanation_of(const plain_grammar& grammar);
// A string of JSON with a code point for each byte.
std::string json_string(std::string_view text);

} // namespace ballast::readers
