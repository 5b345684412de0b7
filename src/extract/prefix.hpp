// What a logger puts before the lines of a text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::extracting {

// Everything before the first line of a text, as it will stand before the others: times change, and with them the
// blanks that align; all else stays. Where all numbers change, lines are counted.
class prefix {
public:
    enum class numbers : unsigned char { of_times, all };

    explicit prefix(std::string_view first, numbers changing = numbers::of_times);

    // Bytes of the line that are prefix; npos where it has none. A line that ends within the last blanks is an empty
    // one, whose blanks were trimmed.
    [[nodiscard]] std::size_t length_in(std::string_view line) const;
    [[nodiscard]] bool empty() const { return parts_.empty(); }

private:
    struct part {
        enum class kind : unsigned char { text, number, blanks };
        kind is = kind::text;
        std::string text; // as it stood in the first line
    };
    std::vector<part> parts_;
};

// What a container's log puts before lines that it has not cut, and before the pieces of others, the last one aside:
// ` stdout F ` and ` stdout P `. The second is empty where it is no such log.
struct container_prefixes {
    std::string whole;
    std::string piece;
};
container_prefixes prefixes_of_container(std::string_view first);

} // namespace ballast::extracting
