// Values written with RapidJSON.
#pragma once

#include "base/utf8.hpp"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <cstdint>
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

// Members of objects, one call each.
class json_writer {
public:
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
        const auto valid = json_text(value);
        writer_.String(valid.data(), static_cast<rapidjson::SizeType>(valid.size()));
    }

    [[nodiscard]] std::string result() const { return {buffer_.GetString(), buffer_.GetSize()}; }

private:
    void name(std::string_view key) { writer_.Key(key.data(), static_cast<rapidjson::SizeType>(key.size())); }

    rapidjson::StringBuffer buffer_;
    rapidjson::Writer<rapidjson::StringBuffer> writer_{buffer_};
};

} // namespace ballast::cli
