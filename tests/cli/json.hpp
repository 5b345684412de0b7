// JSON output of the command, read with an independent reader.
#pragma once

#include <rapidjson/reader.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ballast::tests {

// A JSON text by paths: `files/0/path` is the member `path` of the first element of `files`. Strings are unescaped,
// other values are as spelled. Empty if the text is not JSON.
struct flat_json : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, flat_json> {
    std::map<std::string, std::string> values;
    struct level {
        bool array;
        std::size_t next = 0;
        std::string key{};
    };
    std::vector<level> around;

    bool put(std::string value)
    {
        std::string path;
        for (const auto& l : around) path += (path.empty() ? "" : "/") + (l.array ? std::to_string(l.next) : l.key);
        if (!around.empty() && around.back().array) ++around.back().next;
        return values.emplace(path, std::move(value)).second; // no duplicate keys
    }
    bool Null() { return put("null"); }
    bool Bool(bool value) { return put(value ? "true" : "false"); }
    bool Int(int value) { return put(std::to_string(value)); }
    bool Uint(unsigned value) { return put(std::to_string(value)); }
    bool Int64(std::int64_t value) { return put(std::to_string(value)); }
    bool Uint64(std::uint64_t value) { return put(std::to_string(value)); }
    bool Double(double value) { return put(std::to_string(value)); }
    bool String(const char* text, rapidjson::SizeType size, bool) { return put({text, size}); }
    bool Key(const char* text, rapidjson::SizeType size, bool)
    {
        around.back().key.assign(text, size);
        return true;
    }
    bool StartObject() { return begin(false); }
    bool StartArray() { return begin(true); }
    bool EndObject(rapidjson::SizeType) { return end(); }
    bool EndArray(rapidjson::SizeType) { return end(); }
    bool begin(bool array)
    {
        around.push_back({array});
        return true;
    }
    bool end()
    {
        around.pop_back();
        if (!around.empty() && around.back().array) ++around.back().next;
        return true;
    }
};
inline std::map<std::string, std::string> parsed_json(const std::string& text)
{
    flat_json seen;
    rapidjson::StringStream bytes(text.c_str());
    rapidjson::Reader reader;
    constexpr auto flags = rapidjson::kParseValidateEncodingFlag;
    if (!reader.Parse<flags>(bytes, seen)) return {};
    return seen.values;
}

inline std::string value_of(const std::map<std::string, std::string>& json, const std::string& path)
{
    const auto found = json.find(path);
    return found == json.end() ? "(none)" : found->second;
}

} // namespace ballast::tests
