// Programs in binary files: HloProto, profiles, serialized executables. They have the facts of dumps, and are printed
// as the texts that XLA writes beside them, which are then read like any other text.
#pragma once

#include "ballast/era.hpp"
#include "ballast/export.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0 {

// What a binary file is.
enum class binary_form : std::uint8_t {
    none,              // not one that is known
    hlo,               // HloProto: `*.hlo.pb`, `*.hlo_proto.pb`
    hlo_module,        // HloModuleProto: a program without its memory
    buffer_assignment, // BufferAssignmentProto: memory without a program
    usage_report,      // MemoryUsageReportProto: `*-memory-usage-report.pb`
    profile,           // XSpace: `*.xplane.pb`
    executable,        // a serialized executable, also in JAX's compilation cache
    failure,           // a sentence of XLA in place of a message that is too large
};
// "an HloProto", "a profile"
BALLAST_API std::string_view description(binary_form form);

// A program in a binary file. Its bytes are views into the file.
struct binary_program {
    std::string name;   // of the module
    std::string number; // in a profile
    std::string_view module;
    std::optional<std::string_view> assignment;
    era_set possible;               // when the file may have been written, as far as its fields show
    std::size_t unknown_fields = 0; // which were skipped
    bool has_schedule = false;
    std::string problem; // why there is no dump, and what to do; empty if there is one
};

struct binary_file {
    binary_form form = binary_form::none;
    std::vector<binary_program> programs;
    std::string problem; // of the whole file
};

// The first bytes decide the form. Reads the parts with programs alone, in linear time. Never throws, except
// std::bad_alloc.
BALLAST_API binary_file find_programs(std::string_view bytes);
// A program from its two halves, as a running process has them.
BALLAST_API binary_program program_of_parts(std::string_view module, std::string_view assignment);

// The texts that XLA writes for a program.
enum class binary_part : std::uint8_t { assignment, values, live_range, usage_report, module_text };
// The end of the name of that text.
BALLAST_API std::string_view ending(binary_part part);
// The parts that XLA of a time wrote. Until 2026-04-03, `assignment` has all sections of the dump.
BALLAST_API std::vector<binary_part> parts_of(const binary_program& x, commit_time when);
// The latest time at which XLA printed the facts of the file, within an era if one is given. Binary files have no
// addresses of allocations, so that it is never before 2022-09-07 (D11) unless the era is.
BALLAST_API commit_time time_to_print(const binary_program& x, const std::optional<era_set>& wanted);

struct binary_text {
    std::string text;
    std::string problem; // why there is no text
};
// A part as XLA of that time printed it. What the file does not show is left out; the order of the uses of a value is
// that of the users in the file.
BALLAST_API binary_text text_of(const binary_program& x, binary_part part, commit_time when);
// The text of a MemoryUsageReportProto.
BALLAST_API binary_text usage_report_text(std::string_view bytes);

} // namespace ballast::inline v0
