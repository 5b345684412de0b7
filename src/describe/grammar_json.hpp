// The specification as JSON: spec/grammar.schema.json.
#pragma once

#include "describe/specification.hpp"

#include <string>

namespace ballast::describe {

std::string grammar_json(const specification& spec);

} // namespace ballast::describe
