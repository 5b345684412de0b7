#include "redact/configuration.hpp"

#include "redact/characters.hpp"

#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace ballast::inline v0::redact {

namespace {

struct json_token {
    std::size_t begin;
    std::string_view text; // texts with their quotes
    bool key;
};

// Collects the tokens of a JSON text but its punctuation.
class token_reader : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, token_reader> {
public:
    explicit token_reader(std::string_view json) : json_(json), stream_(json.data(), json.size()) {}

    // Empty if the text is not one JSON value.
    std::optional<std::vector<json_token>> all()
    {
        if (rapidjson::Reader().Parse<rapidjson::kParseIterativeFlag>(stream_, *this).IsError()) return std::nullopt;
        return std::move(tokens_);
    }

    bool StartObject() { return true; }
    bool EndObject(rapidjson::SizeType /*members*/) { return true; }
    bool StartArray() { return true; }
    bool EndArray(rapidjson::SizeType /*elements*/) { return true; }
    bool Key(const char* /*text*/, rapidjson::SizeType /*size*/, bool /*copied*/) { return add(true); }
    // Texts, numbers, `true`, `false` and `null`.
    bool Default() { return add(false); }

private:
    bool add(bool key)
    {
        const auto begin = json_.find_first_not_of(" \t\n\r,:[]{}", done_);
        done_ = stream_.Tell();
        tokens_.push_back({begin, json_.substr(begin, done_ - begin), key});
        return true;
    }

    std::string_view json_;
    rapidjson::MemoryStream stream_;
    std::size_t done_ = 0; // behind the last token
    std::vector<json_token> tokens_;
};

// Whether the key belongs to the dict that replaces a number.
bool is_of_number(std::string_view json, const json_token& key)
{
    if (key.begin == 0) return false;
    const auto dict = json.substr(key.begin - 1);
    return is_replaced_dict(dict.substr(0, dict.find('}') + 1));
}

std::string redacted_token(std::string_view json, const json_token& token, dictionary& words)
{
    if (token.text[0] == '"') {
        const auto text = token.text.substr(1, token.text.size() - 2);
        if (text.empty() || (token.key && is_of_number(json, token))) return std::string(token.text);
        return '"' + std::string(words.replace(text, token.key ? prefix::key : prefix::text)) + '"';
    }
    const bool is_number = !is_letter(token.text[0]);
    return is_number ? in_dict(words.replace(token.text, prefix::text)) : std::string(token.text);
}

} // namespace

std::string configuration(std::string_view old, dictionary& words)
{
    const auto begin = old.find_first_not_of(" \t\n\r");
    if (begin == std::string_view::npos || old[begin] != '{') return std::string(words.replace(old, prefix::text));
    const auto tokens = token_reader(old).all();
    if (!tokens) return in_dict(words.replace(old, prefix::text));
    std::string result;
    std::size_t done = 0;
    for (const auto& token : *tokens) {
        result.append(old.substr(done, token.begin - done)).append(redacted_token(old, token, words));
        done = token.begin + token.text.size();
    }
    return result.append(old.substr(done));
}

} // namespace ballast::inline v0::redact
