// Replacements in any text, and the words that they stand for.
#pragma once

#include "ballast/redact.hpp"

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace ballast::inline v0::redact {

// Refers to the replacements.
class old_words {
public:
    explicit old_words(std::span<const replacement> replacements);

    // The text with the old words in the places of their replacements.
    [[nodiscard]] std::string restored(std::string_view text) const;

private:
    std::unordered_map<std::string_view, std::string_view> words_; // by replacement
};

} // namespace ballast::inline v0::redact
