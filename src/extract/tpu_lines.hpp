// The lines of a log from a place on, without what surrounds them: prefixes, quotes, escapes.
#pragma once

#include "ballast/extract.hpp"
#include "extract/prefix.hpp"

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::extracting {

struct tpu_line {
    std::string text;
    log_place at;
    std::size_t begin = 0; // in the log
    std::size_t end = 0;   // after its line feed
};

class tpu_lines {
public:
    // The text begins at `begin`, on the line with that number.
    tpu_lines(std::string_view log, std::size_t begin, std::int64_t number);

    // True if there is no next line, or if `longest` lines were read.
    [[nodiscard]] bool done();
    [[nodiscard]] const tpu_line& front();
    tpu_line take();
    // Puts the rest of the last line back, as a line of its own.
    void give_back(tpu_line line);
    // True if the log ends inside the next line, without a line feed.
    [[nodiscard]] bool ends_in_next();

    // Adds what was removed: prefixes, carriage returns, colors, escapes.
    void count(extraction& into) const;
    // The offset after the last line.
    [[nodiscard]] std::size_t end() const { return end_; }
    [[nodiscard]] bool quoted() const { return quoted_; }

private:
    void unquote(std::string_view text, std::size_t begin);
    void find_prefix();
    void fill();
    void read_line();

    std::string_view log_;
    std::string before_;           // the text before the first line
    std::optional<prefix> prefix_; // of each line
    bool each_ = false;            // lines without it are from other programs
    std::vector<std::int64_t> foreign_;
    std::size_t foreign_in_a_row_ = 0;
    std::size_t next_ = 0; // offset of the next line in the log
    std::size_t end_ = 0;
    std::int64_t number_ = 1;
    std::size_t looked_at_ = 0;
    std::deque<tpu_line> ready_;
    bool quoted_ = false;
    std::size_t prefixed_ = 0;
    std::size_t colored_ = 0;
    std::size_t overwritten_ = 0;
};

} // namespace ballast::extracting
