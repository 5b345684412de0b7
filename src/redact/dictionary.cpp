#include "redact/dictionary.hpp"

#include "redact/characters.hpp"

#include <algorithm>
#include <array>

namespace ballast::inline v0::redact {

bool looks_replaced(std::string_view word)
{
    constexpr std::array prefixes{prefix::op,  prefix::part, prefix::file, prefix::text,
                                  prefix::key, prefix::axis, prefix::call};
    const auto letters = static_cast<std::size_t>(std::ranges::find_if_not(word, is_letter) - word.begin());
    if (std::ranges::find(prefixes, word.substr(0, letters)) == prefixes.end()) return false;
    const auto number = word.substr(letters);
    return number.size() > 1 && (number[0] == '_' || number[0] == '-') && number[1] != '0' &&
           std::ranges::all_of(number.substr(1), is_digit);
}

std::string_view dictionary::replace(std::string_view word, std::string_view prefix)
{
    const auto [at, fresh] = found_.try_emplace(std::string(word));
    if (!fresh) return at->second;
    if (looks_replaced(word) && used_.insert(at->first).second) {
        at->second = at->first;
        return at->second;
    }
    // XLA splits labels into words, and a hyphen is not part of a word.
    const char link = word.find('-') == std::string_view::npos ? '_' : '-';
    do at->second = std::string(prefix) + link + std::to_string(++numbers_[prefix]);
    while (!used_.insert(at->second).second);
    all_.push_back({at->second, at->first});
    return at->second;
}

} // namespace ballast::inline v0::redact
