// The JSON of the conformance suite: writing and reading its records.
#pragma once

#include "base/utf8.hpp"
#include "tests/support/json_value.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace ballast::tests {

// FNV-1a with 64 bits.
inline std::string hash_of(std::string_view text)
{
    static constexpr std::string_view digits = "0123456789abcdef";
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    std::string result;
    for (int shift = 60; shift >= 0; shift -= 4) result += digits[hash >> shift & 15U];
    return result;
}

// A JSON string, with short escapes if possible.
inline std::string json_quoted(std::string_view text)
{
    static constexpr std::string_view digits = "0123456789abcdef";
    static constexpr std::string_view special = "\"\\\b\f\n\r\t";
    static constexpr std::string_view letters = "\"\\bfnrt";
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (const auto found = special.find(c); found != std::string_view::npos)
            (result += '\\') += letters[found];
        else if (byte < ' ')
            ((result += "\\u00") += digits[byte >> 4U]) += digits[byte & 15U];
        else
            result += c;
    }
    return result + "\"";
}

inline bool is_utf8(std::string_view text)
{
    while (!text.empty()) {
        const auto length = utf8::sequence_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

inline constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
inline std::string base64(std::string_view bytes)
{
    std::string result;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            result += i + k > bytes.size() ? '=' : base64_digits[group >> (18 - 6 * k) & 63U];
    }
    return result;
}
inline std::string from_base64(std::string_view text)
{
    std::string result;
    std::uint32_t group = 0;
    unsigned bits = 0;
    for (const char c : text) {
        const auto digit = base64_digits.find(c);
        if (digit == std::string_view::npos) break;
        group = group << 6U | static_cast<std::uint32_t>(digit);
        if ((bits += 6) >= 8) result += static_cast<char>(group >> (bits -= 8) & 255U);
    }
    return result;
}

// Writes an object member by member. Empty members are omitted.
class json_object {
public:
    json_object& raw(std::string_view name, std::string_view value)
    {
        ((text_ += text_.empty() ? "{" : ",") += json_quoted(name)) += ":";
        text_ += value;
        return *this;
    }
    json_object& text(std::string_view name, std::string_view value)
    {
        return value.empty() ? *this : raw(name, json_quoted(value));
    }
    // Bytes that are not UTF-8 are written in base 64, as `name_base64`.
    json_object& bytes(std::string_view name, std::string_view value)
    {
        if (is_utf8(value)) return raw(name, json_quoted(value));
        return raw(std::string(name) + "_base64", json_quoted(base64(value)));
    }
    json_object& number(std::string_view name, std::int64_t value) { return raw(name, std::to_string(value)); }
    [[nodiscard]] std::string done() const { return text_.empty() ? "{}" : text_ + "}"; }

private:
    std::string text_;
};

template <typename Items>
std::string json_array(const Items& items)
{
    std::string result;
    for (const auto& item : items) (result += result.empty() ? "[" : ",") += json_quoted(item);
    return result.empty() ? "[]" : result + "]";
}

inline std::string bytes_in(const json_value& object, const std::string& name)
{
    const auto* const encoded = object.find(name + "_base64");
    return encoded ? from_base64(encoded->text) : text_in(object, name);
}

// Canonical JSON: members sorted by name, no white space, and only the necessary escapes.
inline void append_canonical(std::string& to, const json_value& value)
{
    switch (value.is) {
    case json_value::kind::text: to += json_quoted(value.text); break;
    case json_value::kind::other: to += value.text; break;
    case json_value::kind::object:
        to += '{';
        for (const auto& [name, member] : value.members) {
            if (to.back() != '{') to += ',';
            (to += json_quoted(name)) += ':';
            append_canonical(to, member);
        }
        to += '}';
        break;
    case json_value::kind::array:
        to += '[';
        for (const auto& element : value.elements) {
            if (to.back() != '[') to += ',';
            append_canonical(to, element);
        }
        to += ']';
        break;
    }
}
inline std::string canonical_json(const std::string& text)
{
    std::string result;
    append_canonical(result, json_reader::read(text));
    return result;
}

} // namespace ballast::tests
