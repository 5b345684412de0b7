// Shardings and replica groups.
#pragma once

#include "ballast/ast/sharding.hpp"
#include "rules/broken.hpp"

namespace ballast::rules {

// What is reshaped to more than one dimension is transposed, by a permutation that changes the order.
verdict check_order(const ast::iota_order& order);

// Tiles for as many devices as there are; meshes, the axes of theirs that are taken, and whether there is anything to
// take them for.
verdict check_sharding(const ast::sharding& sharding);
verdict check_groups(const ast::replica_groups& groups);

} // namespace ballast::rules
