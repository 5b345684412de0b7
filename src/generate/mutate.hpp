// One random change to a tree.
#pragma once

#include "generate/nodes.hpp"

namespace ballast::generate {

// A copy of a tree with one change: a subtree is replaced by a drawn one or by one of `other` (which may be null),
// removed, duplicated or moved; or a number or a name is changed. Everything else is shared with the tree. The result
// may not be well-formed: for example, the number of entries can be wrong.
ast::dump mutated(const ast::dump& dump, const ast::dump* other, nodes& draw);
ast::tree mutated(const ast::tree& tree, const ast::tree* other, nodes& draw);

} // namespace ballast::generate
