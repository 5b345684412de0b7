// Names of the constructs that can be read on their own.
#pragma once

#include "ballast/export.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace ballast::inline v0 {

// Constructs that can be read on their own, one per line.
enum class entry : std::uint8_t {
    shape,
    layout,
    instruction,
    metadata,
    allocation,
    value,
    literal,
    // values of attributes
    sharding,
    replica_groups,
    frontend_attributes,
    window,
    origin,
    domain,
    result_accuracy,
    statistics,
    output_to_operand_aliasing,
};
BALLAST_API std::span<const std::string_view> entry_names(); // in the order of `entry`
BALLAST_API std::optional<entry> entry_of(std::string_view name);

} // namespace ballast::inline v0
