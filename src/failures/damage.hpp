// Undoes what programs and people do to text on its way: encodings, terminal sequences, strings of JSON and Python,
// HTML, and special blanks and quotes. Indentation and prefixes of loggers stay.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::failures {

struct undamaged {
    std::vector<std::string> lines;    // without line ends
    std::vector<std::int64_t> numbers; // of the line in the text, from 1; parts of a line share its number
    std::vector<std::string> repairs;  // each in words; empty if the text had no damage of these kinds
    bool ends_with_line_feed = false;

    [[nodiscard]] std::string text() const;
};
undamaged undo_damage(std::string_view text);

// A line without prefixes of loggers, and marks of quotations, lists and comments. `sender` is the rank, process or
// host in it.
struct bare_line {
    std::string_view text;
    std::string sender;
    bool stamped = false; // a logger wrote its prefix
};
bare_line without_prefix(std::string_view line);

} // namespace ballast::failures
