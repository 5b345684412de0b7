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

// The XLA of the library before each of these, and of the library after it.
struct neighbours {
    commit_time since;
    commit_time before;
};
inline constexpr neighbours libraries[] = {
    {moment("D0"), moment("2020-12-14")},         // TensorFlow 1.15
    {moment("D2"), moment("D9")},                 // TensorFlow 2.4
    {moment("2019-12-13"), moment("2022-05-16")}, // TensorFlow 2.6
    {moment("2021-04-07"), moment("2023-03-22")}, // TensorFlow 2.9
    {moment("D10"), moment("2023-06-24")},        // TensorFlow 2.12
    {moment("2022-11-21"), moment("2023-11-14")}, // jaxlib 0.4.13
    {moment("2022-11-21"), moment("2024-10-22")}, // TensorFlow 2.15
    {moment("2023-06-22"), moment("2025-03-19")}, // jaxlib 0.4.35
    {moment("2024-10-04"), moment("D18")},        // jaxlib 0.5.3
    {moment("2025-03-18"), moment("2026-03-06")}, // jaxlib 0.7.1
    {moment("2025-07-30"), moment("2026-10-21")}, // jaxlib 0.9.2
    {moment("2026-03-10"), end_of_history},       // jaxlib 0.12.0.1
};

} // namespace ballast::timeline::proto_dates
