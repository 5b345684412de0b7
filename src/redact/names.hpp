// Replaces the words of names, scopes and paths, and keeps what is between them.
#pragma once

#include "redact/dictionary.hpp"

#include <string>
#include <string_view>

namespace ballast::inline v0::redact {

// The name of an instruction or computation: `my_fusion.3.clone` becomes `op_7.3.clone`. Opcodes, numbers, and the
// endings that XLA adds to names stay.
std::string name(std::string_view old, dictionary& words, std::string_view prefix = prefix::op);

// The name of a module: `jit_my_step` becomes `jit_op_1`.
std::string module_name(std::string_view old, dictionary& words);

// The bytes of a scope or label: `jit(my_step)/jvp(Model)/dot` becomes `jit(op_1)/jvp(part_2)/dot`. Words are replaced
// like names. Opcodes, numbers, transformations of JAX and punctuation stay, so that labels have as many parts as
// before.
std::string scope(std::string_view old, dictionary& words);

// A path: `/home/me/model.py` becomes `file_1.py`.
std::string path(std::string_view old, dictionary& words);

// Text in the syntax of HLO: words become others unless they are opcodes or element types, numbers become 0.
std::string loose_text(std::string_view old, dictionary& words);

// True for targets of custom calls that XLA itself or its libraries have.
bool is_target_of_xla(std::string_view target);

} // namespace ballast::inline v0::redact
