// Dumps, reports and out-of-memory texts inside a log: what a program wrote between other lines, behind what a logger
// puts before each, in colors, or quoted in an issue.
#pragma once

#include "ballast/export.hpp"
#include "ballast/read.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0 {

// Where a line of a text stands in a log.
struct log_place {
    std::int64_t line = 0;   // of the log, counted from 1
    std::int64_t column = 0; // code points before it that are no part of it; those of colors do not count
};

// One text that a log holds.
struct extraction {
    parse_result read;            // the text as XLA wrote it, or what it was refused for
    std::vector<log_place> lines; // of each line of that text
    std::string name;             // of the file, where the text stood between `*** Begin NAME ***` and its end
    // --- what was taken off ---
    std::string prefix;                 // what stood before the first line
    std::size_t prefixed = 0;           // lines that had such a prefix
    std::size_t joined = 0;             // pieces of lines that a container's log had cut
    std::size_t colored = 0;            // lines with escape sequences of a terminal
    std::size_t overwritten = 0;        // lines with carriage returns; what stands before the last one is left out
    std::size_t retabbed = 0;           // rows of an out-of-memory report whose tabs a paste had turned into blanks
    std::vector<std::int64_t> left_out; // lines of the log between those of the text that are no part of it
    // The line after the text, where it looks like one of a dump and does not belong to this one; 0: none.
    std::int64_t doubtful = 0;
};

// Finds them all, in their order. A line is left out only where it can be no line of such a text; what is then not
// accepted is refused, with the place of its fault. Takes time linear in the size of the log, but for texts with lines
// between: each of them is read a few times. Throws nothing; where memory ends, that is the only finding of the only
// text.
BALLAST_API std::vector<extraction> extract(std::string_view log) noexcept;

} // namespace ballast::inline v0
