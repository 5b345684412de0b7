// Suggestions for misspelled words.
#pragma once

#include "ballast/export.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast {

// The number of letters to replace, insert, delete or swap with the next one, to turn one word into the other; `limit`
// if it is larger.
BALLAST_API std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

// Collects the words closest to a given one: few edits away, or containing it.
class BALLAST_API nearest_words {
public:
    explicit nearest_words(std::string_view wanted, std::size_t most = 3);

    void offer(std::string_view word);
    // The closest first; empty if none is close.
    [[nodiscard]] std::vector<std::string> words() const;

private:
    using candidate = std::pair<std::size_t, std::string>; // the distance, and the word
    std::string wanted_;
    std::size_t most_;
    std::size_t limit_; // the smallest distance that is too large
    std::vector<candidate> best_;
};

} // namespace ballast
