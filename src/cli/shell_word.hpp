// Words of commands that output suggests.
#pragma once

#include "base/shown.hpp"

#include <string>
#include <string_view>

namespace ballast::cli {

// The word as a POSIX shell takes it; empty if it has characters that must not be shown, which nobody types.
inline std::string shell_word(std::string_view word)
{
    if (printable(word) != word) return {};
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./,:=+@%-";
    if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos) return std::string(word);
    std::string result = "'";
    for (const char c : word) {
        if (c == '\'')
            result += "'\\''";
        else
            result += c;
    }
    return result + '\'';
}

} // namespace ballast::cli
