#include "render/json.hpp"

#include "base/shown.hpp"
#include "base/utf8.hpp"

#include <fmt/format.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <utility>

namespace ballast::inline v0::render {

std::string json_text(std::string_view text) { return utf8::replacing_invalid(text); }

namespace {

// True if JSON itself requires escapes for all characters that are unsafe to show.
bool json_hides(std::string_view text)
{
    while (!text.empty()) {
        if (shown_length(text) == 0 && static_cast<unsigned char>(text[0]) >= ' ') return false;
        utf8::take_code_point(text);
    }
    return true;
}

// A JSON string with unsafe characters escaped as `\u202E`; programs read the same text.
std::string json_string(std::string_view text)
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
            result += fmt::format("\\u{:04X}", length == 3
                                                   ? (byte(0) & 0xfU) << 12 | (byte(1) & 0x3fU) << 6 | (byte(2) & 0x3fU)
                                               : length == 2 ? (byte(0) & 0x1fU) << 6 | (byte(1) & 0x3fU)
                                                             : byte(0));
        text.remove_prefix(std::max<std::size_t>(1, length));
    }
    return result + '"';
}

} // namespace

struct json_writer::writer {
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> json{buffer};
    piece_taker take; // empty if `view` has all of it

    void hand_over()
    {
        constexpr std::size_t piece = 64 * 1024;
        if (take && buffer.GetSize() > piece) flush();
    }
    void flush()
    {
        take({buffer.GetString(), buffer.GetSize()});
        buffer.Clear();
    }
};

json_writer::json_writer(json_reader reader) : reader_(reader), to_(std::make_unique<writer>()) {}
json_writer::json_writer(piece_taker take, json_reader reader) : json_writer(reader) { to_->take = std::move(take); }
json_writer::~json_writer() = default;

void json_writer::begin_object() { to_->json.StartObject(); }
void json_writer::end_object()
{
    to_->json.EndObject();
    to_->hand_over();
}
void json_writer::begin_array() { to_->json.StartArray(); }
void json_writer::end_array()
{
    to_->json.EndArray();
    to_->hand_over();
}

void json_writer::name(std::string_view key)
{
    to_->json.Key(key.data(), static_cast<rapidjson::SizeType>(key.size()));
}

void json_writer::member(std::string_view key, std::string_view value)
{
    name(key);
    text(value);
}

void json_writer::member(std::string_view key, bool value)
{
    name(key);
    to_->json.Bool(value);
}

void json_writer::null_member(std::string_view key)
{
    name(key);
    to_->json.Null();
}

void json_writer::member(std::string_view key, std::int64_t value)
{
    name(key);
    number(value);
}

void json_writer::raw(std::string_view value)
{
    if (!to_->take) {
        to_->json.RawValue(value.data(), value.size(), rapidjson::kObjectType);
        return;
    }
    // Passes on the text with its separator, without copying it.
    to_->json.RawValue("", 0, rapidjson::kObjectType);
    to_->flush();
    to_->take(value);
}

void json_writer::number(std::int64_t value) { to_->json.Int64(value); }

void json_writer::text(std::string_view value)
{
    const auto valid = reader_ == json_reader::people ? printable(value) : json_text(value);
    if (json_hides(valid)) {
        to_->json.String(valid.data(), static_cast<rapidjson::SizeType>(valid.size()));
    } else {
        const auto quoted = json_string(valid);
        to_->json.RawValue(quoted.data(), quoted.size(), rapidjson::kStringType);
    }
}

void json_writer::finish() { to_->flush(); }
std::string_view json_writer::view() const { return {to_->buffer.GetString(), to_->buffer.GetSize()}; }

namespace {

// Passes on the events of RapidJSON's reader.
struct event_handler : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, event_handler> {
    explicit event_handler(json_events& events) : to(events) {}

    bool StartObject()
    {
        to.begin_object();
        return true;
    }
    bool EndObject(rapidjson::SizeType)
    {
        to.end_object();
        return true;
    }
    bool Key(const char* text, rapidjson::SizeType size, bool)
    {
        to.key({text, size});
        return true;
    }
    bool String(const char* text, rapidjson::SizeType size, bool)
    {
        to.string({text, size});
        return true;
    }

    json_events& to;
};

} // namespace

bool read_json(std::string_view text, json_events& to)
{
    event_handler handler(to);
    rapidjson::MemoryStream bytes(text.data(), text.size());
    rapidjson::Reader reader;
    return !reader.Parse<rapidjson::kParseIterativeFlag>(bytes, handler).IsError();
}

} // namespace ballast::inline v0::render
