// Words that somebody may have meant.
#pragma once

#include "ballast/export.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast {

// How many letters have to be changed, added, left out or swapped with the next to make one word of the other; `limit`
// if it takes more.
BALLAST_API std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

// Collects the words that are nearest to one: those that need few edits, or contain it.
class BALLAST_API nearest_words {
public:
    explicit nearest_words(std::string_view wanted, std::size_t most = 3);

    void offer(std::string_view word);
    // The nearest first; empty if none is near.
    [[nodiscard]] std::vector<std::string> words() const;

private:
    using candidate = std::pair<std::size_t, std::string>; // the distance, and the word
    std::string wanted_;
    std::size_t most_;
    std::size_t limit_; // a distance that is too far
    std::vector<candidate> best_;
};

} // namespace ballast
