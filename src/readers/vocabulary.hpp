// The words that a reader has to know to build the tree.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ballast::readers {

std::vector<std::string> element_types();
std::vector<std::string> opcodes();
std::vector<std::string> attribute_keys();
// The keys that an opcode takes; for one with `-start`, `-update` or `-done` behind it, after the name `OPCODE-`. The
// empty name is that of opcodes that are not known.
std::vector<std::pair<std::string, std::vector<std::string>>> keys_by_opcode();
// `boolean`, `integer`, `complex` or `floating`: what the elements of a literal are, by element type.
std::vector<std::pair<std::string, std::string>> number_classes();

} // namespace ballast::readers
