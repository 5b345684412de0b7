// JSON that was read, as a tree.
#pragma once

#include <rapidjson/reader.h>

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::tests {

// A string, another scalar as spelled, or the contents of an object or an array.
struct json_value {
    enum class kind { text, other, object, array } is = kind::other;
    std::string text{};
    std::map<std::string, json_value, std::less<>> members{};
    std::vector<json_value> elements{};

    [[nodiscard]] const json_value* find(std::string_view name) const
    {
        const auto found = members.find(name);
        return found == members.end() ? nullptr : &found->second;
    }
};

// RapidJSON's own tree does not compile with clang 19.
class json_reader : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, json_reader> {
public:
    static json_value read(const std::string& text)
    {
        json_reader handler;
        rapidjson::Reader reader;
        rapidjson::StringStream stream(text.c_str());
        if (reader.Parse<rapidjson::kParseNumbersAsStringsFlag>(stream, handler).IsError())
            throw std::runtime_error("not JSON: " + text);
        return std::move(handler.top_);
    }

    bool Null() { return put({.text = "null"}); }
    bool Bool(bool value) { return put({.text = value ? "true" : "false"}); }
    bool RawNumber(const char* text, rapidjson::SizeType size, bool) { return put({.text = {text, size}}); }
    bool String(const char* text, rapidjson::SizeType size, bool)
    {
        return put({.is = json_value::kind::text, .text = {text, size}});
    }
    bool Key(const char* text, rapidjson::SizeType size, bool)
    {
        open_.back().key.assign(text, size);
        return true;
    }
    bool StartObject() { return begin(json_value::kind::object); }
    bool StartArray() { return begin(json_value::kind::array); }
    bool EndObject(rapidjson::SizeType) { return end(); }
    bool EndArray(rapidjson::SizeType) { return end(); }

private:
    struct level {
        json_value made;
        std::string key{}; // of the current member
    };

    bool put(json_value value)
    {
        if (open_.empty()) {
            top_ = std::move(value);
            return true;
        }
        auto& [around, key] = open_.back();
        if (around.is == json_value::kind::object) return around.members.emplace(key, std::move(value)).second;
        around.elements.push_back(std::move(value));
        return true;
    }
    bool begin(json_value::kind kind)
    {
        open_.push_back({{.is = kind}});
        return true;
    }
    bool end()
    {
        auto made = std::move(open_.back().made);
        open_.pop_back();
        return put(std::move(made));
    }

    json_value top_;
    std::vector<level> open_;
};

inline std::string text_in(const json_value& object, std::string_view name)
{
    const auto* const found = object.find(name);
    return found ? found->text : std::string();
}

} // namespace ballast::tests
