// Equality of recursive nodes. It is not inline: otherwise every unit that includes the header would instantiate the
// equality of all nodes inside them.
#include "ballast/ast/attribute.hpp"

namespace ballast::inline v0::ast {

bool operator==(const tuple_shape& a, const tuple_shape& b) { return a.elements == b.elements; }
bool operator==(const tuple_literal& a, const tuple_literal& b) { return a.parts == b.parts; }
bool operator==(const literal_tuple& a, const literal_tuple& b) { return a.parts == b.parts; }
bool operator==(const tuple_sharding& a, const tuple_sharding& b) { return a.elements == b.elements; }
bool operator==(const origin_tuple& a, const origin_tuple& b) { return a.parts == b.parts; }

} // namespace ballast::inline v0::ast
