// What each opcode of HLO does, in one sentence.
#pragma once

#include "ballast/ast/opcode.hpp"

#include <string_view>

namespace ballast::inline v0::answers {

// Empty for `unknown`.
std::string_view sentence_of(ast::opcode_kind kind);

} // namespace ballast::inline v0::answers
