// The prefix that a logger writes before the lines of a text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::extracting {

// Everything before the first line of a text, as expected before the other lines: times change, the blanks that align
// them, and the line of the program that logged; the rest does not. `all`: all numbers change, because lines are
// numbered.
class prefix {
public:
    enum class numbers : unsigned char { usual, all };

    explicit prefix(std::string_view first, numbers changing = numbers::usual);

    // The size of the prefix in the line; npos if it is not there. A line that ends within the last blanks is an empty
    // line whose blanks were trimmed.
    [[nodiscard]] std::size_t length_in(std::string_view line) const;
    [[nodiscard]] bool empty() const { return parts_.empty(); }

private:
    struct part {
        enum class kind : unsigned char { text, number, blanks };
        kind is = kind::text;
        std::string text; // as in the first line
    };
    std::vector<part> parts_;
};

// The prefixes of a container's log: of complete lines, and of all pieces of a split line except the last: ` stdout F `
// and ` stdout P `. The second is empty if it is not such a log.
struct container_prefixes {
    std::string whole;
    std::string piece;
};
container_prefixes prefixes_of_container(std::string_view first);

} // namespace ballast::extracting
