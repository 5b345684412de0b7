// Phrases, with their arguments checked against the pattern.
#pragma once

#include "ballast/finding.hpp"

#include <fmt/format.h>

#include <string_view>
#include <type_traits>

namespace ballast {

// A pattern with one plain `{}` for each argument.
template <typename... Arguments>
class pattern {
public:
    // NOLINTNEXTLINE(google-explicit-constructor): a literal is the pattern
    consteval pattern(const char* text) : text_(text)
    {
        std::size_t places = 0;
        for (const char* p = text; *p != '\0'; ++p) {
            if (*p != '{' && *p != '}') continue;
            if (p[1] == *p)
                ++p;
            else if (*p == '{' && p[1] == '}')
                ++places, ++p;
            else
                throw "a brace that is neither doubled nor a place";
        }
        if (places != sizeof...(Arguments)) throw "as many places as arguments";
    }
    [[nodiscard]] constexpr std::string_view text() const { return text_; }

private:
    std::string_view text_;
};

template <typename... Arguments>
phrase say(pattern<std::type_identity_t<Arguments>...> text, const Arguments&... arguments)
{
    return {text.text(), {fmt::format("{}", arguments)...}};
}

} // namespace ballast
