// Printing again what was read, with its tree or without.
#pragma once

#include "ballast/document.hpp"
#include "ballast/export.hpp"
#include "ballast/print.hpp"
#include "ballast/read.hpp"

#include <cstddef>
#include <optional>

namespace ballast::inline v0 {

// Prints the text of a document. One without rows is read again, on as many threads: of a dump record by record is
// printed, in memory that is a constant beside the longest record and the rows of a stack trace. False where that could
// not be done to the end: memory is missing, or the text is no longer what was accepted, since somebody wrote into the
// file that is mapped. Throws nothing.
[[nodiscard]] BALLAST_API bool print_back(sink& out, const document& read, std::size_t threads = 1) noexcept;

// A text that was read, and where what is printed of it differs first; nothing where it is identical, or refused.
struct printed_back {
    parse_result read; // a dump of a megabyte and more has no rows, but for one whose peak has none
    std::optional<difference> differs{};
};
// As parse() and compare_printed(), but of a large dump no tree is made: its form is looked at, then record by record
// is read and printed. That takes twice the time for reading, and memory that is a constant beside the longest record
// and the rows of a stack trace. What is no dump has its tree. Throws nothing.
BALLAST_API printed_back parse_and_compare(source_text text, const parse_options& options = {}) noexcept;

} // namespace ballast::inline v0
