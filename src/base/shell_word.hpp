// Words of commands that output suggests.
#pragma once

#include "base/shown.hpp"

#include <string>
#include <string_view>

namespace ballast {

// Quotes a text with single quotes for a POSIX shell.
inline std::string shell_quoted(std::string_view text)
{
    std::string result = "'";
    for (const char c : text) {
        if (c == '\'')
            result += "'\\''";
        else
            result += c;
    }
    return result + '\'';
}

// Quotes a word for a POSIX shell if necessary; empty if it has characters that are unsafe to show.
inline std::string shell_word(std::string_view word)
{
    if (printable(word) != word) return {};
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./,:=+@%-";
    const bool is_plain = !word.empty() && word.find_first_not_of(plain) == std::string_view::npos;
    return is_plain ? std::string(word) : shell_quoted(word);
}

} // namespace ballast
