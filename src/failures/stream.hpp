// The lines of one sender as a text in which sentences can be found, wherever they are broken.
#pragma once

#include "failures/damage.hpp"
#include "failures/pattern.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ballast::failures {

struct stream {
    std::string sender;
    joined_text joined;

    // The number of the line that has a place of the text.
    [[nodiscard]] std::int64_t line_at(std::size_t at) const;
    // `continues`: the previous line was broken, perhaps inside a word.
    void add(std::string_view line, std::int64_t number, bool continues);

private:
    struct start {
        std::size_t at = 0;
        std::int64_t number = 1;
    };
    std::vector<start> starts_;
};

// Lines without sender belong to that of the previous line, unless a logger wrote them.
// `column` is where all lines were broken; 0 if they were not.
std::vector<stream> streams_of(const undamaged& text, std::size_t column = 0);

// The column at which a terminal or a mailer may have broken all lines, also inside words; 0 if none did.
std::size_t broken_at(const std::vector<std::string>& lines);

} // namespace ballast::failures
