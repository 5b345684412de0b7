// Letters and digits of ASCII.
#pragma once

#include <string>
#include <string_view>

namespace ballast {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Other bytes stay as they are.
constexpr char lower_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr char upper_letter(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

inline std::string lower_case(std::string_view text)
{
    std::string result(text);
    for (auto& c : result) c = lower_letter(c);
    return result;
}

// The text as a sentence: with a capital letter and a period.
inline std::string as_sentence(std::string_view text)
{
    std::string result(text);
    if (!result.empty()) result[0] = upper_letter(result[0]);
    return result + '.';
}

} // namespace ballast
