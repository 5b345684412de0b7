// A line of a log without what a terminal makes of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ballast::extracting {

inline constexpr auto npos = std::string_view::npos;

struct clean_line {
    std::string_view plain; // of the log
    std::string made;       // where it is colored: the bytes do not stand together in the log
    bool colored = false;
    bool overwritten = false;

    [[nodiscard]] std::string_view text() const { return colored ? made : plain; }
};

// Without escape sequences, and without what a carriage return overwrites: what stands after the last one is seen,
// unless nothing does.
clean_line cleaned(std::string_view line);

// Whether a line may be one of an assignment, of its values or of live ranges, by how it begins; an empty one may.
bool may_be_of_dump(std::string_view line);

// A row of an out-of-memory report, whose tabs somebody's paste has turned into blanks, with its tabs; `blanks` is how
// many characters fewer it has then. Nothing if the line is not such a row.
struct tabbed_line {
    std::string text;
    std::int64_t blanks = 0;
};
std::optional<tabbed_line> with_tabs(std::string_view line);

// Whether a logger wrote the line: it begins with a time or a level.
bool is_stamped(std::string_view line);

} // namespace ballast::extracting
