// Shardings and replica groups.
#pragma once

#include "ballast/ast/sharding.hpp"
#include "rules/broken.hpp"

namespace ballast::rules {

// A transpose has as many dimensions as what it transposes.
verdict check_order(const ast::iota_order& order);

// All orders inside.
verdict check_sharding(const ast::sharding& sharding);
verdict check_groups(const ast::replica_groups& groups);

} // namespace ballast::rules
