// The specification as JSON: spec/grammar.schema.json.
#pragma once

#include "describe/specification.hpp"

#include <string>

namespace ballast::inline v0::render {

std::string grammar_json(const describe::specification& spec);

} // namespace ballast::inline v0::render
