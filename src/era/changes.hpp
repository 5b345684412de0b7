// Dates of changes that no text shows and that only semantic rules depend on. Changes that printing or converting
// depends on are rows of the timeline.
#pragma once

#include "era/timeline.hpp"

namespace ballast::timeline {

// A color has one arena of temporaries. Later a flag can limit the size of a heap, so that a color has several.
inline constexpr auto one_arena_of_a_color = until("2020-10-12");
// Offsets on CPU are multiples of 64, not only of 16.
inline constexpr auto cpu_offsets_of_64 = since("2024-10-10");
// Offsets on GPU are multiples of 256, not only of 128. The true date may be earlier: jaxlib 0.6.0 (D15) has 128, 0.6.2
// (D16) has 256.
inline constexpr auto gpu_offsets_of_256 = since("D17");
// Values of an asynchronous computation start with its call. The true date may be later: jaxlib 0.12.0 does it, 0.11.2
// does not.
inline constexpr auto late_async_values = since("2026-08-22");
// What replaces a collective or a barrier keeps its scheduling name. The true date may be later: jaxlib 0.11.1 (D24)
// does it, 0.11.0 (D22) does not.
inline constexpr auto kept_scheduling_names = since("D22");

} // namespace ballast::timeline
