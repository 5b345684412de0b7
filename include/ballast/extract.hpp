// Finds dumps, reports and out-of-memory texts in logs: between other lines, behind log prefixes, with terminal colors,
// or quoted in an issue.
#pragma once

#include "ballast/export.hpp"
#include "ballast/read.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0 {

// The place of one line in the log.
struct log_place {
    std::int64_t line = 0;   // in the log, counted from 1
    std::int64_t column = 0; // code points before the line's own text, without color sequences
};

// One text found in a log.
struct extraction {
    parse_result read;            // the text as XLA wrote it, or why it was refused
    std::vector<log_place> lines; // the places of its lines; repaired lines may share one
    std::string name;             // NAME, if the text is between `*** Begin NAME ***` and `*** End NAME ***`
    // --- what was removed ---
    std::string prefix;                 // the prefix of the first line
    std::size_t prefixed = 0;           // number of lines with such a prefix
    std::size_t joined = 0;             // parts of lines that a container's log had split
    std::size_t colored = 0;            // lines with terminal escape sequences
    std::size_t overwritten = 0;        // lines with carriage returns; the text before the last one is dropped
    std::size_t retabbed = 0;           // rows of an out-of-memory report whose tabs were pasted as blanks
    std::vector<std::int64_t> left_out; // lines of the log between the lines of the text
    std::vector<std::string> repairs;   // what else was repaired, each in words
    std::vector<std::string> missing;   // parts of a TPU's text that the log lacks, a clause each
    bool edited = false;                // the text was changed by hand; only its intact parts are read
    // The line after the text, if it looks like part of a dump but does not continue this one; otherwise 0.
    std::int64_t doubtful = 0;
};

// Finds all texts in a log, in order. A line is left out only if it cannot be part of such a text. A text that is not
// accepted is returned as refused, with the place of the error. Takes time linear in the size of the log, except that
// texts with foreign lines in between are read a few times. Does not throw; if memory runs out, the result is one text
// with only that finding.
BALLAST_API std::vector<extraction> extract(std::string_view log) noexcept;

} // namespace ballast::inline v0
