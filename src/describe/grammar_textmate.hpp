// The highlighting grammar as JSON, as editors read it.
#pragma once

#include "describe/specification.hpp"

#include <string>

namespace ballast::describe {

std::string grammar_textmate(const specification& spec);

} // namespace ballast::describe
