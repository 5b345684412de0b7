// From text to tree.
#pragma once

#include "ballast/document.hpp"
#include "ballast/entry.hpp"
#include "ballast/export.hpp"
#include "ballast/finding.hpp"
#include "ballast/owned.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ballast::inline v0 {

struct parse_options {
    std::size_t max_bytes = std::size_t{1} << 40; // larger inputs are refused
    std::size_t max_errors = 100;                 // reading ends after as many faults; 0: no limit
    std::size_t max_notes = 100;                  // warnings and notes beyond are dropped
    // Assignments in `*.buffer_assignment` (until 2025-08-14) and in logs have no live range, and logs have live ranges
    // without a peak. A text alone does not tell these from one that was cut off, so the caller says what it expects.
    bool live_range_optional = false;
    // Only whether the text is a dump, and of when: the tree of a dump has its kind and frame and no rows, nor has that
    // of a table of buffers, nor the allocations of an out-of-memory report. Then memory is a constant beside the text
    // and its longest record; of a mapped file a part is in memory at a time. check(), memory_of() and
    // stories_of() read such a dump again.
    bool form_only = false;
    // That a large text is read on; what is read is the same.
    std::size_t threads = 1;
};

// `value` is there iff the text was accepted; then the findings are warnings and notes. Else they are all independent
// errors in the order of their places: reading goes on after a fault at the next record that may come there.
struct parse_result {
    owned<document> value;
    std::vector<finding> findings;
    source_text refused; // the text that no document owns

    [[nodiscard]] bool accepted() const { return value.has_value(); }
    // What was read, accepted or not: the findings are about it.
    [[nodiscard]] const source_text& source() const& { return value ? value->source() : refused; }
    [[nodiscard]] std::string_view text() const& { return source().view(); }
};

// Reads a dump of any era and kind, or what XLA writes beside one. Takes time and memory linear in the size of the
// text. Throws nothing.
BALLAST_API parse_result parse(source_text text, const parse_options& options = {}) noexcept;
BALLAST_API parse_result parse(std::string_view text, const parse_options& options = {}) noexcept;

// True where the grammar alone matches; the context rules are not looked at.
BALLAST_API bool recognise(std::string_view text) noexcept;

// What read_computations finds in a module's text.
struct computation_lines {
    std::size_t instructions = 0;
    // Why lines are no instructions, and notes, in the order of their places.
    std::vector<finding> findings;
};

// Checks each instruction of the computations against the grammar and the context rules of instructions. Ends after as
// many errors, 0: no limit. Empty if the document is not a module's text. Takes time and memory linear in the size
// of the text. Throws nothing.
BALLAST_API computation_lines read_computations(const document& read, std::size_t max_errors = 100) noexcept;

struct fragment_result {
    owned<fragment> value;
    std::vector<finding> findings; // about the text that was given

    [[nodiscard]] bool accepted() const { return value.has_value(); }
};

// Reads one construct that fills the whole text. An allocation is its head, a value its line in an allocation or its
// short string, a literal what stands in `constant(…)`. Values of attributes stand with their key or without.
BALLAST_API fragment_result parse(entry which, std::string_view text) noexcept;
BALLAST_API bool recognise(entry which, std::string_view text) noexcept;

} // namespace ballast::inline v0
