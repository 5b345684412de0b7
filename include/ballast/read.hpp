// Reads texts into trees.
#pragma once

#include "ballast/document.hpp"
#include "ballast/entry.hpp"
#include "ballast/export.hpp"
#include "ballast/finding.hpp"
#include "ballast/owned.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ballast::inline v0 {

struct parse_options {
    std::size_t max_bytes = byte_limit(std::uint64_t{1} << 40); // larger texts are refused
    std::size_t max_errors = 100;                               // further errors are not reported; 0: no limit
    std::size_t max_notes = 100;                                // further warnings and notes are dropped
    // Set this for texts that may lack live ranges or a peak: `*.buffer_assignment` files (until 2025-08-14) and logs.
    // In logs, out-of-memory reports of TPUs may also lack parts. Such a text cannot be distinguished from a truncated
    // one.
    bool live_range_optional = false;
    // Gives a refused text a document of the records that were read. If false, it has none, and reading stops after
    // `max_errors` errors.
    bool partial = true;
};

// If the text is accepted, the findings are warnings and notes. Otherwise they are all independent errors, ordered by
// place: after an error, reading continues at the next record that can follow. A refused text has a `value`, too, if
// any of its records was read: see document::is_refused().
struct parse_result {
    owned<document> value;
    std::vector<finding> findings;
    source_text refused; // the text, if it has no value

    [[nodiscard]] bool accepted() const { return value && !value->is_refused(); }
    // The text that the findings refer to, accepted or refused.
    [[nodiscard]] std::string_view text() const& { return value ? value->text() : refused.view(); }
};

// Reads a dump of any era and kind, or a file that XLA writes beside one. Takes time and memory linear in the size of
// the text. Does not throw.
BALLAST_API parse_result parse(source_text text, const parse_options& options = {}) noexcept;
BALLAST_API parse_result parse(std::string_view text, const parse_options& options = {}) noexcept;

// True if the grammar matches; context rules are not checked.
BALLAST_API bool recognise(std::string_view text) noexcept;

// The result of read_computations().
struct computation_lines {
    std::size_t instructions = 0;
    // Errors in instructions, and notes, ordered by place.
    std::vector<finding> findings;
};

// Why lines of a module text are unread: at most `max_errors` errors, 0: no limit, and not more than parse_options
// allowed when the text was read. The result is empty if the document is not a module text. Takes time and memory
// linear in the number of lines. Does not throw.
BALLAST_API computation_lines read_computations(const document& read, std::size_t max_errors = 100) noexcept;

struct fragment_result {
    owned<fragment> value;
    std::vector<finding> findings; // their places are offsets into the given text

    [[nodiscard]] bool accepted() const { return value.has_value(); }
};

// Reads one construct that spans the whole text. An allocation is its header, a value is its line in an allocation or
// its short name, a literal is the content of `constant(…)`. Attributes can have their key or be only the value. Does
// not throw.
BALLAST_API fragment_result parse(entry which, std::string_view text) noexcept;
BALLAST_API bool recognise(entry which, std::string_view text) noexcept;

} // namespace ballast::inline v0
