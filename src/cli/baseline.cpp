#include "cli/baseline.hpp"

#include "cli/json.hpp"

#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <vector>

namespace ballast::cli {

namespace {

// Extracts `files[].path`, `files[].findings[].id` and `.message` from the events of the reader.
struct handler : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, handler> {
    baseline result;
    std::vector<std::string> keys; // of the enclosing objects
    std::string path;
    std::string id;
    std::string message;
    bool has_files = false;

    [[nodiscard]] bool at(std::initializer_list<std::string_view> place) const
    {
        return std::equal(keys.begin(), keys.end(), place.begin(), place.end());
    }
    bool StartObject()
    {
        keys.emplace_back();
        return true;
    }
    bool Key(const char* text, rapidjson::SizeType size, bool)
    {
        keys.back().assign(text, size);
        has_files = has_files || at({"files"});
        return true;
    }
    bool String(const char* text, rapidjson::SizeType size, bool)
    {
        if (at({"files", "path"})) path.assign(text, size);
        if (at({"files", "findings", "id"})) id.assign(text, size);
        if (at({"files", "findings", "message"})) message.assign(text, size);
        return true;
    }
    bool EndObject(rapidjson::SizeType)
    {
        keys.pop_back();
        if (at({"files", "findings"})) result.add(path, id, message);
        return true;
    }
};

} // namespace

std::optional<baseline> baseline::of(std::string_view json)
{
    handler seen;
    rapidjson::MemoryStream bytes(json.data(), json.size());
    rapidjson::Reader reader;
    if (!reader.Parse<rapidjson::kParseIterativeFlag>(bytes, seen) || !seen.has_files) return std::nullopt;
    return std::move(seen.result);
}

void baseline::add(std::string_view path, std::string_view id, std::string_view message)
{
    ++files_[std::string(path)].left_[{std::string(id), std::string(message)}];
}

baseline::of_file baseline::in(std::string_view path) const
{
    const auto found = files_.find(json_text(path));
    return found == files_.end() ? of_file{} : found->second;
}

bool baseline::of_file::takes(const finding& what)
{
    const auto found = left_.find(std::pair(std::string(info(what.id).name), json_text(what.message())));
    if (found == left_.end() || found->second == 0) return false;
    --found->second;
    return true;
}

} // namespace ballast::cli
