// Checks whether the contents of documents are consistent (semantic rules).
#pragma once

#include "ballast/document.hpp"
#include "ballast/export.hpp"
#include "ballast/finding.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace ballast::inline v0 {

struct check_options {
    std::string_view file_name{};   // identifies the backend of some dumps, which determines the alignment of offsets
    std::size_t max_findings = 100; // less important findings beyond this are dropped; 0: no limit
    bool audit = false;             // note every printed peak that is not the highest step, not only large differences
    // How often each semantic rule was applied is added here, by finding; null: nobody wants to know. A rule that finds
    // nothing says something about a module only if it was applied.
    std::vector<std::size_t>* applied = nullptr;
};

// Finds contradictions between the numbers and names of a dump, ordered by place. If several have one cause, only the
// one that explains the others is reported. A rule does not apply if its records are in another file, or if the text
// may be from an era in which it does not hold. Takes O(n log n) time in the size of the text. Does not throw; if
// memory runs out, that is the only finding.
BALLAST_API std::vector<finding> check(const document& read, const check_options& options = {}) noexcept;

// The same for all files of one module: its dump, which since 2026-04-03 has three files (allocations, values, live
// ranges), its memory-usage report and its module text. The files are compared with each other. A finding and its
// related places name their files by their numbers in `module`. A file that no XLA wrote together with the files before
// it, or that shares hardly any values with them, gets one finding and is checked on its own; the others are checked
// together.
BALLAST_API std::vector<finding> check(std::span<const document* const> module,
                                       const check_options& options = {}) noexcept;

} // namespace ballast::inline v0
