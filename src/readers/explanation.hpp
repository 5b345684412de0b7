// The grammar as a JSON text, which readers go over once more when a text is refused: to say where it went wrong, and
// what was expected there.
#pragma once

#include "readers/source.hpp"

namespace ballast::readers {

// `{"start": NAME, "sets": [RANGES…], "rules": {NAME: [EXPECTED, EXPRESSION]…}}`. An expression is an array: what it
// is, as one character, and its parts; bytes of texts are code points. Without quotation marks inside strings.
std::string explanation_of(const plain_grammar& grammar);

} // namespace ballast::readers
