// Checks shardings and replica groups.
#pragma once

#include "ballast/ast/sharding.hpp"
#include "rules/violation.hpp"

namespace ballast::rules {

// An iota that is reshaped to several dimensions is also transposed, by a permutation that is not the identity, with as
// few dimensions as possible.
verdict check_order(const ast::iota_order& order);

// Checks that tiles have as many parts as there are devices; checks meshes, the axes that are used, and that something
// uses them.
verdict check_sharding(const ast::sharding& sharding);
verdict check_groups(const ast::replica_groups& groups);

// The op_type of metadata that shows the reduction of unreduced devices.
inline constexpr std::string_view reduction_op = "sdy::reduction_op";

// True if devices are unreduced without a mesh, and the metadata does not show the reduction.
bool lacks_reduction(const ast::sharding& sharding);

} // namespace ballast::rules
