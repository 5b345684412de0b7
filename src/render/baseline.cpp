#include "render/baseline.hpp"

#include "render/json.hpp"

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace ballast::inline v0::render {

namespace {

// Extracts `files[].path`, `files[].findings[].id` and `.message`.
class findings_reader : public json_events {
public:
    baseline result;
    bool has_files = false;

    void begin_object() override { keys_.emplace_back(); }
    void key(std::string_view name) override
    {
        keys_.back() = name;
        has_files = has_files || at({"files"});
    }
    void string(std::string_view value) override
    {
        if (at({"files", "path"})) path_ = value;
        if (at({"files", "findings", "id"})) id_ = value;
        if (at({"files", "findings", "message"})) message_ = value;
    }
    void end_object() override
    {
        keys_.pop_back();
        if (at({"files", "findings"})) result.add(path_, id_, message_);
    }

private:
    [[nodiscard]] bool at(std::initializer_list<std::string_view> place) const
    {
        return std::equal(keys_.begin(), keys_.end(), place.begin(), place.end());
    }

    std::vector<std::string> keys_; // of the enclosing objects
    std::string path_;
    std::string id_;
    std::string message_;
};

} // namespace

std::optional<baseline> baseline::of(std::string_view json)
{
    findings_reader seen;
    if (!read_json(json, seen) || !seen.has_files) return std::nullopt;
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
    const auto found = left_.find(std::pair(std::string(info(what.id).name), json_text(what.message.text())));
    if (found == left_.end() || found->second == 0) return false;
    --found->second;
    return true;
}

} // namespace ballast::inline v0::render
