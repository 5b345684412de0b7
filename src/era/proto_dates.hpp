// Dates of what only the binary form shows: since when XLA's messages have which fields, and what no text dates.
#pragma once

#include "era/timeline.hpp"

namespace ballast::timeline::proto_dates {

// Values of an asynchronous computation live from its async-start on (jaxlib 0.12.0, libtpu 0.0.50.1).
inline constexpr commit_time async_values_from_start = date("2026-08-22");
// Schedules in modules for CPUs (jaxlib 0.4.30).
inline constexpr commit_time cpu_schedules = date("2024-06-18");
// Ids of instructions that have the computation in their upper half, after jaxlib 0.7.1 and before TensorFlow 2.21.
inline constexpr commit_time wide_ids_after = date("2025-07-30");
inline constexpr commit_time wide_ids_before = date("2026-03-06");
// Values located by the ids of instructions, after TensorFlow 2.9 and before TensorFlow 2.12.
inline constexpr commit_time located_ids_after = date("2021-09-23");
inline constexpr commit_time located_ids_before = date("2023-03-22");

} // namespace ballast::timeline::proto_dates
