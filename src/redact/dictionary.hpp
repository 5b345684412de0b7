// Words and their replacements.
#pragma once

#include "ballast/redact.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ballast::inline v0::redact {

// The beginnings of replacements. None has more than four letters, so that no longer word can be left over by accident.
namespace prefix {
inline constexpr std::string_view op = "op";
inline constexpr std::string_view part = "part";
inline constexpr std::string_view file = "file";
inline constexpr std::string_view text = "text";
inline constexpr std::string_view key = "key";
inline constexpr std::string_view axis = "axis";
inline constexpr std::string_view call = "call";
} // namespace prefix

// True for `part_7` and the like.
bool looks_replaced(std::string_view word);

class dictionary {
public:
    // The replacement of a word: `prefix_N` if the word has none yet, or `prefix-N` for a word with hyphens. A word
    // that looks like a replacement stays, unless another word has it as its replacement. The result is valid as long
    // as the dictionary.
    std::string_view replace(std::string_view word, std::string_view prefix);

    [[nodiscard]] const std::vector<replacement>& all() const { return all_; }

private:
    std::vector<replacement> all_;
    std::unordered_map<std::string, std::string> found_; // by word
    std::map<std::string_view, std::size_t> numbers_;    // the last one, by prefix
    std::unordered_set<std::string> used_;               // replacements
};

// What is around the word that replaces a dict.
inline constexpr std::string_view dict_begin = R"({"text":")";
inline constexpr std::string_view dict_end = R"("})";
inline std::string in_dict(std::string_view word) { return std::string(dict_begin).append(word).append(dict_end); }
inline bool is_replaced_dict(std::string_view dict)
{
    if (!dict.starts_with(dict_begin) || !dict.ends_with(dict_end)) return false;
    dict.remove_prefix(dict_begin.size());
    dict.remove_suffix(std::min(dict.size(), dict_end.size()));
    return looks_replaced(dict);
}

} // namespace ballast::inline v0::redact
