// The lines of a log that may belong to one text.
#pragma once

#include "ballast/extract.hpp"
#include "extract/line.hpp"
#include "extract/messages.hpp"
#include "read/beginnings.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::extracting {

inline constexpr std::string_view frame_end = "*** End ";
inline constexpr std::string_view frame_close = " ***";

struct anchor {
    std::size_t begin = 0; // offset of the text in the log
    std::string_view what; // one of read::beginnings
};

// True if lines of the text can be recognised by their beginnings. That is not possible for reports.
inline bool is_dump(std::string_view what)
{
    return what == read::assignment_beginning || what == read::live_range_beginning || what == read::frame_beginning;
}

// A line that may belong to a text.
struct piece {
    std::string text;
    log_place at;
    std::size_t end = 0; // end of the line in the log
    bool prefixed = false;
    std::size_t joined = 0;
    bool colored = false;
    bool overwritten = false;
    bool retabbed = false;
};

// The lines from an anchor on.
struct block {
    anchor first;
    std::string prefix;
    std::vector<piece> pieces;
    std::vector<std::int64_t> foreign; // lines without the prefix that others have
    bool all = false;                  // no more lines can follow
    bool ends_with_record = false;     // the next line is another record of the logger

    [[nodiscard]] bool may_be_line(std::string_view text) const
    {
        return is_dump(first.what) ? extracting::may_be_of_dump(text) : !extracting::is_stamped(text);
    }
};

// Whether a text ends where the logger that wrote its first line begins another record.
enum class record_end : bool { ignored, ends_text };

struct gather_options {
    std::size_t limit = 0;   // of lines
    std::int64_t number = 1; // of the line with the anchor
    std::size_t taken = 0;   // the end of the text before
    record_end next = record_end::ignored;
};

// The offset of the first byte of the line that contains an offset.
std::size_t begin_of_line(std::string_view log, std::size_t at);
// The lines from an anchor on, without prefixes. Empty if the line only mentions the beginning of a text.
std::optional<block> gathered(std::string_view log, const anchor& first, const gather_options& options);

} // namespace ballast::extracting
