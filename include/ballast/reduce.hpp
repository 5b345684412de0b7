// Makes the files of a module as small as possible, while they still satisfy a condition.
#pragma once

#include "ballast/document.hpp"
#include "ballast/export.hpp"
#include "ballast/finding.hpp"
#include "ballast/read.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::reduce {

// What a run has reached.
struct progress {
    std::size_t tried = 0;        // candidates
    std::size_t bytes = 0;        // of the smallest candidate that satisfies `holds`
    std::size_t instructions = 0; // of that candidate
};

struct options {
    std::string_view file_name{}; // as for check()
    parse_options parsing{};
    // True if a candidate satisfies the condition. It is called with one text for each file, in the order in which they
    // were given, and with the kinds of findings that the texts have, sorted. All candidates are accepted and have no
    // kind of finding that the given files do not have.
    std::function<bool(std::span<const std::string> texts, std::span<const finding_id> findings)> holds;
    // Called before each candidate; true ends the run. May be empty.
    std::function<bool()> stop{};
    // Called after each candidate. May be empty.
    std::function<void(const progress& now)> tell{};
};

enum class outcome : std::uint8_t {
    smallest, // nothing more can be removed
    stopped,  // `stop` ended the run
    absent,   // the given files do not satisfy `holds`
    fixed,    // the given files satisfy `holds`, but not after their rows are rewritten
};

struct reduction {
    outcome what = outcome::absent;
    std::vector<std::string> texts; // the smallest files that satisfy `holds`; the given ones if nothing was removed
    progress reached{};
};

// Reduces the files of one module together: dumps and, at most once each, the memory-usage report and the module text
// beside them. A removed instruction is removed with its values, their lines, entries, positions, uses, live ranges,
// rows of the peak and steps, and with its line of the module text; allocations without values go, too, and so do
// computations that nothing calls any more. Offsets, sizes, allocation numbers, parameter numbers, the total, steps,
// live ranges, the peak, its stack trace and the report are computed again. Ids and most names stay, so that the result
// can be compared with the input. Where an operand was removed, its user has a deleted operand. The dumps must have
// trees. Throws std::bad_alloc, and what the functions throw.
reduction reduce(std::span<const document* const> module, const options& how);

// The kinds of findings of files, sorted: those of parse(), read_computations() and check(). Empty if a text is
// refused.
std::vector<finding_id> findings_of(std::span<const document* const> module, const options& how);

} // namespace ballast::inline v0::reduce
