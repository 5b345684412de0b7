// Messages, with their arguments checked against the pattern.
#pragma once

#include "ballast/finding.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace ballast {

// A pattern with `Places` plain `{}`.
template <std::size_t Places>
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
        if (places != Places) throw "as many places as arguments";
    }
    [[nodiscard]] constexpr std::string_view text() const { return text_; }

private:
    std::string_view text_;
};

// An argument of a message: text or an integer. The conversion to text is not inline: about 500 callers would compile
// it.
class message_argument {
public:
    explicit message_argument(std::string_view text) : text_(text) {}
    template <std::integral T>
    explicit message_argument(T number)
        : number_(static_cast<std::uint64_t>(number)), is_number_(true), negative_(std::cmp_less(number, 0))
    {
    }
    [[nodiscard]] std::string text() const;

private:
    std::string_view text_;
    std::uint64_t number_ = 0;
    bool is_number_ = false;
    bool negative_ = false;
};

BALLAST_API finding_message finding_message_of(std::string_view pattern,
                                               std::initializer_list<message_argument> arguments);

template <typename... Arguments>
finding_message say(pattern<sizeof...(Arguments)> text, const Arguments&... arguments)
{
    return finding_message_of(text.text(), {message_argument(arguments)...});
}

} // namespace ballast
