// Values written with RapidJSON.
#pragma once

#include "base/shown.hpp"
#include "base/utf8.hpp"

#include <fmt/format.h>

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace ballast::cli {

// Text as JSON can hold it: each byte that is no UTF-8 becomes U+FFFD.
inline std::string json_text(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const auto length = utf8::sequence_length(text);
        result += length == 0 ? std::string_view("\xef\xbf\xbd") : text.substr(0, length);
        text.remove_prefix(std::max<std::size_t>(1, length));
    }
    return result;
}

// True where JSON itself demands escapes of all that must not be shown as it is.
inline bool json_hides(std::string_view text)
{
    while (!text.empty()) {
        if (shown_length(text) == 0 && static_cast<unsigned char>(text[0]) >= ' ') return false;
        text.remove_prefix(std::max<std::size_t>(1, utf8::sequence_length(text)));
    }
    return true;
}

// A string of JSON in which what must not be shown as it is stands as `\u202E`: the same text for programs.
inline std::string json_string(std::string_view text)
{
    std::string result = "\"";
    while (!text.empty()) {
        const auto length = utf8::sequence_length(text);
        const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(text[i])); };
        if (text[0] == '"' || text[0] == '\\')
            result.append("\\").append(text.substr(0, 1));
        else if (shown_length(text) != 0)
            result += text.substr(0, length);
        else
            fmt::format_to(std::back_inserter(result), "\\u{:04X}",
                           length == 3   ? (byte(0) & 0xfU) << 12 | (byte(1) & 0x3fU) << 6 | (byte(2) & 0x3fU)
                           : length == 2 ? (byte(0) & 0x1fU) << 6 | (byte(1) & 0x3fU)
                                         : byte(0));
        text.remove_prefix(std::max<std::size_t>(1, length));
    }
    return result + '"';
}

// For people, JSON text is escaped as in lines of text; for programs it keeps its value.
enum class json_reader : bool { program, people };

// Members of objects, one call each.
class json_writer {
public:
    explicit json_writer(json_reader reader = json_reader::program) : reader_(reader) {}

    template <typename Body>
    void object(Body&& body)
    {
        writer_.StartObject();
        body();
        writer_.EndObject();
    }
    template <typename Body>
    void array(Body&& body)
    {
        writer_.StartArray();
        body();
        writer_.EndArray();
    }
    template <typename Body>
    void object(std::string_view key, Body&& body)
    {
        name(key);
        object(body);
    }
    template <typename Body>
    void array(std::string_view key, Body&& body)
    {
        name(key);
        array(body);
    }
    void member(std::string_view key, std::string_view value)
    {
        name(key);
        text(value);
    }
    void member(std::string_view key, const std::string& value) { member(key, std::string_view(value)); }
    void member(std::string_view key, const char* value) { member(key, std::string_view(value)); }
    void member(std::string_view key, bool value)
    {
        name(key);
        writer_.Bool(value);
    }
    void member(std::string_view key, std::int64_t value)
    {
        name(key);
        writer_.Int64(value);
    }
    void member(std::string_view key, std::size_t value) { member(key, static_cast<std::int64_t>(value)); }
    void member(std::string_view key, int value) { member(key, static_cast<std::int64_t>(value)); }
    // JSON as it is.
    void raw(std::string_view value) { writer_.RawValue(value.data(), value.size(), rapidjson::kObjectType); }
    void number(std::int64_t value) { writer_.Int64(value); }
    void text(std::string_view value)
    {
        const auto valid = reader_ == json_reader::people ? printable(value) : json_text(value);
        if (json_hides(valid)) {
            writer_.String(valid.data(), static_cast<rapidjson::SizeType>(valid.size()));
        } else {
            const auto quoted = json_string(valid);
            writer_.RawValue(quoted.data(), quoted.size(), rapidjson::kStringType);
        }
    }

    [[nodiscard]] std::string result() const { return {buffer_.GetString(), buffer_.GetSize()}; }

private:
    void name(std::string_view key) { writer_.Key(key.data(), static_cast<rapidjson::SizeType>(key.size())); }

    json_reader reader_;
    rapidjson::StringBuffer buffer_;
    rapidjson::Writer<rapidjson::StringBuffer> writer_{buffer_};
};

} // namespace ballast::cli
