// Shardings and replica groups.
#pragma once

#include "ballast/ast/sharding.hpp"
#include "rules/violation.hpp"

namespace ballast::rules {

// What is reshaped to more than one dimension is transposed, by a permutation that changes the order, in the fewest
// dimensions that say so.
verdict check_order(const ast::iota_order& order);

// Tiles for as many devices as there are; meshes, the axes of theirs that are taken, and whether there is anything to
// take them for.
verdict check_sharding(const ast::sharding& sharding);
verdict check_groups(const ast::replica_groups& groups);

// The op_type of metadata that says how unreduced devices add up.
inline constexpr std::string_view reduction_op = "sdy::reduction_op";

// Whether devices are unreduced without a mesh, and the metadata does not say how they add up.
bool lacks_reduction(const ast::sharding& sharding);

} // namespace ballast::rules
