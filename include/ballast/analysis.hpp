// What follows from a dump: the memory-usage report that XLA writes beside it.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/document.hpp"
#include "ballast/era.hpp"
#include "ballast/export.hpp"
#include "ballast/finding.hpp"

#include <cstdint>
#include <optional>

namespace ballast::inline v0 {

// The forms of a memory-usage report: of the program as a whole, by memory space.
enum class usage_report_form : std::uint8_t { program, spaces };
// When XLA wrote reports of that form.
BALLAST_API era_set eras(usage_report_form form);

// A report, or what is in the way of one.
struct usage_report_result {
    std::optional<ast::usage_report> report;
    phrase said{};          // empty where there is a report
    std::int64_t begin = 0; // bytes of the dump that `said` is about
    std::int64_t end = 0;
};

// The memory-usage report that an XLA of that time writes beside a dump with these allocations. Reports before
// 2025-10-27 had values of one size, and shapes, in the order of a hash table: theirs come in the order of later
// reports. A percentage of nothing is `-nan`, as on x86-64. What the report holds is in `memory` and in `read`. Takes
// time n log n in the size of the text; throws nothing.
BALLAST_API usage_report_result usage_report_of(const document& read, ast::arena& memory, commit_time when) noexcept;

} // namespace ballast::inline v0
