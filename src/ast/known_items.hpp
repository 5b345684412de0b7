// The numbers of known items of what can have unknown ones, so far as it was read. Items that are not printed are not
// counted.
#pragma once

#include "ballast/ast/allocation.hpp"
#include "ballast/ast/metadata.hpp"
#include "ballast/ast/module_text.hpp"
#include "ballast/ast/shape.hpp"
#include "ballast/ast/usage_report.hpp"

#include <cstdint>

namespace ballast::ast {

template <typename... Printed>
std::int64_t count_items(Printed... printed)
{
    return (std::int64_t{0} + ... + static_cast<std::int64_t>(static_cast<bool>(printed)));
}

inline std::int64_t known_items(const metadata& x)
{
    const auto& rare = *x.rare;
    return count_items(!x.op_type.empty(), !x.op_name.empty(), !x.source_file.empty(), x.source_line, x.source_end_line,
                       x.source_column, x.source_end_column, !rare.profile_types.empty(),
                       !rare.deduplicated_name.empty(), rare.preserve_layout, !x.scheduling_name.empty(),
                       x.stack_frame_id, rare.payload.has_value());
}

inline std::int64_t known_items(const report_allocation& x)
{
    return count_items(x.color, x.parameter, x.output_shape, x.constant, x.thread_local_, x.maybe_live_out,
                       x.preallocated_temp);
}

inline std::int64_t known_items(const allocation& x)
{
    return count_items(x.color, x.page, x.parameter, x.output_shape, x.constant, x.thread_local_, x.maybe_live_out,
                       x.preallocated_temp);
}

inline std::int64_t known_items(const layout_suffixes& x)
{
    return count_items(!x.levels.empty(), !x.tiles.empty(), x.tail_padding_alignment, x.index_type.has_value(),
                       x.pointer_type.has_value(), x.element_bits, x.memory_space, !x.splits.empty(), x.physical_shape,
                       x.dynamic_metadata_bytes);
}

inline std::int64_t known_items(const module_text& x)
{
    return count_items(x.is_scheduled, !x.input_output_alias.empty(), !x.buffer_donor.empty(),
                       x.alias_passthrough_params, x.entry_computation_layout, x.propagation_to_parameters,
                       x.propagation_to_output, x.replica_count != 1, x.num_partitions != 1,
                       !x.frontend_attributes.entries.empty(), !x.origin_recovery_table.empty(),
                       !x.debug_attributes.empty());
}

} // namespace ballast::ast
