// Prints texts again after reading them, with or without a tree.
#pragma once

#include "ballast/document.hpp"
#include "ballast/export.hpp"
#include "ballast/print.hpp"
#include "ballast/read.hpp"

#include <cstddef>
#include <optional>

namespace ballast::inline v0 {

// Prints the text of a document. A document without rows is read again, on up to `threads` threads; its dump is printed
// record by record, in constant memory apart from the longest record and the rows of a stack trace. Returns false if
// memory runs out, or if the text is no longer the accepted one because someone wrote to the mapped file. Does not
// throw.
[[nodiscard]] BALLAST_API bool print_back(sink& out, const document& read, std::size_t threads = 1) noexcept;

// A text that was read, and the first difference in its printed form. `differs` is empty for identical and for refused
// texts.
struct printed_back {
    parse_result read; // dumps of 1 MiB and more have no rows, unless their peak has none
    std::optional<difference> differs{};
};
// Combines parse() and compare_printed(), but makes no tree of a large dump: it first checks the form, then reads and
// prints record by record. Reading takes twice as long, in constant memory apart from the longest record and the rows
// of a stack trace. Texts other than dumps have their trees. Does not throw.
BALLAST_API printed_back parse_and_compare(source_text text, const parse_options& options = {}) noexcept;

} // namespace ballast::inline v0
