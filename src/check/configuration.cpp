#include "check/configuration.hpp"

#include "model/tables.hpp"

#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ballast::checking {

namespace {

std::uint64_t hash(std::string_view text) { return model::hash_of(text.data(), text.size()); }

// A number for a JSON value that does not depend on the order of members. Elements of an array count with their place,
// members of an object with their key.
class json_hash : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, json_hash> {
public:
    // Empty if the text is not one value.
    std::optional<std::uint64_t> of(std::string_view json)
    {
        constexpr auto flags = rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag;
        rapidjson::MemoryStream in(json.data(), json.size());
        open_.assign(1, {});
        if (rapidjson::Reader().Parse<flags>(in, *this).IsError()) return std::nullopt;
        return open_.front().sum;
    }

    bool Null() { return add(1); }
    bool Bool(bool yes) { return add(yes ? 3 : 2); }
    bool RawNumber(const char* text, rapidjson::SizeType size, bool /*copied*/) { return add(hash({text, size})); }
    bool String(const char* text, rapidjson::SizeType size, bool /*copied*/)
    {
        return add(model::mixed(hash({text, size})));
    }
    bool StartObject() { return open('{'); }
    bool EndObject(rapidjson::SizeType /*members*/) { return close(); }
    bool StartArray() { return open('['); }
    bool EndArray(rapidjson::SizeType /*elements*/) { return close(); }
    bool Key(const char* text, rapidjson::SizeType size, bool /*copied*/)
    {
        open_.back().key = hash({text, size});
        return true;
    }

private:
    struct level {
        std::uint64_t sum = 0;
        std::uint64_t key = 0; // of the next element
        bool array = false;
    };

    bool open(char bracket)
    {
        open_.push_back({static_cast<std::uint64_t>(bracket), 0, bracket == '['});
        return true;
    }
    bool close()
    {
        const auto sum = model::mixed(open_.back().sum);
        open_.pop_back();
        return add(sum);
    }
    bool add(std::uint64_t value)
    {
        auto& in = open_.back();
        if (in.array) ++in.key;
        in.sum += model::mixed(model::mixed(in.key) ^ value);
        return true;
    }

    std::vector<level> open_;
};

} // namespace

bool same_configuration(std::string_view a, std::string_view b)
{
    if (a == b) return true;
    const auto x = json_hash().of(a);
    return x && x == json_hash().of(b);
}

} // namespace ballast::checking
