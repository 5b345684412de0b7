// Sentences with places for values, matched in text whose line breaks and runs of blanks are single blanks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ballast::failures {

inline constexpr auto npos = std::string_view::npos;

// A size as printed. `exact` is false if it was rounded.
struct amount {
    std::int64_t bytes = 0;
    std::string text; // `25.25G`, `2.00 GiB`
    bool exact = false;
    bool overflows = false; // more than any memory has: a computation overflowed

    bool operator==(const amount& other) const { return bytes == other.bytes; }
};

// `25.25G`, `1.00GiB`, `512B`, `1024 bytes`
std::optional<amount> amount_of(std::string_view text);
// A number of bytes, with or without thousands separators.
std::optional<std::int64_t> number_of(std::string_view text);
amount exact_amount(std::int64_t bytes);
// The text between the first `before` and what is `behind` it; empty if one of them is missing.
std::string_view between(std::string_view text, std::string_view before, std::string_view behind);
// `2.00 GiB`
std::string size_text(std::int64_t bytes);

// Text with single blanks. At a joint, which is the end of a line, a blank may be part of the text or not.
struct joined_text {
    std::string text;
    std::string marked; // the same with `joint` at the joints
};
inline constexpr char joint = '\x02';
inline constexpr char paragraph = '\n'; // instead of an empty line

struct match {
    std::size_t end = 0;
    std::array<std::string_view, 8> values{};
    std::size_t count = 0;
};
// `%s` is a size, `%n` a number, `%w` a word, `%t` up to 200 bytes before what follows, `%?` an optional character that
// follows the mark, `%%` a percent sign. Literal text may be broken at joints.
std::optional<match> matched(std::string_view pattern, const joined_text& in, std::size_t at);

// The size or the number that a match has at a place; 0 if it is none.
amount amount_at(const match& found, std::size_t which);
amount bytes_at(const match& found, std::size_t which);

// Without blanks and tabs at both ends.
std::string_view trimmed(std::string_view text);

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

} // namespace ballast::failures
