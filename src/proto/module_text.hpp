// The module text.
//
//     HloModule jit_f, is_scheduled=true, entry_computation_layout={(f32[4]{0})->f32[4]{0}}
#pragma once

#include "proto/schedule.hpp"
#include "proto/text.hpp"

namespace ballast::inline v0::proto {

// Compile options, which the header can have too, are not in the file.
void put_module_text(text& out, const program& of, const schedule& order);

} // namespace ballast::inline v0::proto
