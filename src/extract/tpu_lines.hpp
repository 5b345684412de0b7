// The lines of a log from one place on, without what was put around them: prefixes, quotes, escapes.
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
    std::size_t end = 0;   // behind its line feed
};

class tpu_lines {
public:
    // The text begins at `begin`; `number` is that of its line.
    tpu_lines(std::string_view log, std::size_t begin, std::int64_t number);

    // The next line; at most `longest` lines are looked at.
    [[nodiscard]] bool done();
    [[nodiscard]] const tpu_line& front();
    tpu_line take();
    // What is left of the line that was taken last, as a line of its own.
    void give_back(tpu_line line);

    // What was removed: prefixes, carriage returns, colors, escapes.
    void count(extraction& into) const;
    // Behind the line that was taken last.
    [[nodiscard]] std::size_t end() const { return end_; }
    [[nodiscard]] bool quoted() const { return quoted_; }

private:
    void unquote(std::string_view text, std::size_t begin);
    void find_prefix();
    void fill();
    void read_line();

    std::string_view log_;
    std::string before_;           // what stands before the first line
    std::optional<prefix> prefix_; // of each line
    bool each_ = false;            // lines without it are of other programs
    std::vector<std::int64_t> foreign_;
    std::size_t foreign_in_a_row_ = 0;
    std::size_t next_ = 0; // of the next line in the log
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
