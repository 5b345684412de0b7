// Reads texts and compares what is printed with what was read.
#pragma once

#include "ballast/export.hpp"
#include "ballast/print.hpp"
#include "ballast/read.hpp"

#include <optional>

namespace ballast::inline v0 {

// A text that was read, and the first difference in its printed form. `differs` is empty for identical and for refused
// texts.
struct compared_text {
    parse_result read;
    std::optional<difference> differs{};
};
// Reads a text, prints it and compares the two. Dumps of 1 MiB and more are read without a tree, and printed while they
// are read again: in constant memory apart from the longest record and the rows of a stack trace. Does not throw.
BALLAST_API compared_text compare_printed(source_text text, const parse_options& options = {}) noexcept;

} // namespace ballast::inline v0
