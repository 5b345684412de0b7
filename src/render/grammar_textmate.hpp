// The highlighting grammar as JSON, as editors read it.
#pragma once

#include "describe/specification.hpp"

#include <string>

namespace ballast::inline v0::render {

std::string grammar_textmate(const describe::specification& spec);

} // namespace ballast::inline v0::render
