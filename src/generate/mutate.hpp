// One random change to a tree.
#pragma once

#include "generate/nodes.hpp"

namespace ballast::generate {

// A copy of a tree in which one subtree was replaced by a drawn one, by one of `other` (which may be null), or taken
// out, doubled or moved; or in which a number or a name was changed. It shares all else with the tree. The result need
// not be well-formed: the number of entries, say, can be wrong now.
ast::dump mutated(const ast::dump& dump, const ast::dump* other, nodes& draw);
ast::tree mutated(const ast::tree& tree, const ast::tree* other, nodes& draw);

} // namespace ballast::generate
