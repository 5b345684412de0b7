// The words that a reader needs to build the tree.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ballast::readers {

std::vector<std::string> element_types();
std::vector<std::string> opcodes();
std::vector<std::string> attribute_keys();
// The keys of an opcode. Those of its forms with `-start`, `-update` or `-done` have the name `OPCODE-`, those of
// unknown opcodes the empty name.
std::vector<std::pair<std::string, std::vector<std::string>>> keys_by_opcode();
// `boolean`, `integer`, `complex` or `floating`: what the elements of a literal are, by element type.
std::vector<std::pair<std::string, std::string>> number_classes();

} // namespace ballast::readers
