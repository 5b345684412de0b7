// Classes of ASCII characters.
#pragma once

namespace ballast::inline v0::redact {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
constexpr bool is_plain(char c) { return c >= ' ' && c <= '~'; }

} // namespace ballast::inline v0::redact
