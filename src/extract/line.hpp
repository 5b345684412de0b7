// A line of a log without terminal sequences.
#pragma once

#include "ballast/export.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ballast::extracting {

inline constexpr auto npos = std::string_view::npos;

struct clean_line {
    std::string_view plain; // a part of the log
    std::string made;       // of a colored line, whose bytes are not adjacent in the log
    bool colored = false;
    bool overwritten = false;

    [[nodiscard]] std::string_view text() const { return colored ? made : plain; }
};

// Removes escape sequences, and text that a carriage return overwrites: the text after the last one remains, unless it
// is empty.
BALLAST_API clean_line cleaned(std::string_view line);

// True if a line may belong to an assignment, its values or live ranges, by its beginning. Empty lines may.
bool may_be_of_dump(std::string_view line);

// A row of an out-of-memory report whose tabs were pasted as blanks, with its tabs; `blanks` is the number of
// characters by which it is shorter. Empty if the line is not such a row.
struct tabbed_line {
    std::string text;
    std::int64_t blanks = 0;
};
std::optional<tabbed_line> with_tabs(std::string_view line);

// True if a logger wrote the line: it begins with a time or a level.
bool is_stamped(std::string_view line);

} // namespace ballast::extracting
