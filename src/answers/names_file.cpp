#include "answers/names_file.hpp"

#include <rapidjson/document.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace ballast::inline v0::answers {

namespace {

struct named_parameter {
    std::string name;
    std::string dimensions; // `[256,1024]`
};
using graph = std::vector<named_parameter>;

std::optional<named_parameter> parameter_in(const rapidjson::Value& x)
{
    if (!x.IsObject() || !x.HasMember("name") || !x["name"].IsString() || !x.HasMember("shape") ||
        !x["shape"].IsArray())
        return std::nullopt;
    named_parameter made{{x["name"].GetString(), x["name"].GetStringLength()}, "["};
    for (const auto& size : x["shape"].GetArray()) {
        if (!size.IsInt64()) return std::nullopt;
        if (made.dimensions.size() != 1) made.dimensions += ',';
        made.dimensions += std::to_string(size.GetInt64());
    }
    made.dimensions += ']';
    return made;
}

std::optional<graph> graph_in(const rapidjson::Value& x)
{
    if (!x.IsObject() || !x.HasMember("parameters") || !x["parameters"].IsArray()) return std::nullopt;
    graph made;
    for (const auto& each : x["parameters"].GetArray()) {
        auto parameter = parameter_in(each);
        if (!parameter) return std::nullopt;
        made.push_back(std::move(*parameter));
    }
    return made;
}

std::string_view dimensions_of(const holder& h)
{
    const auto at = h.shape.find('[');
    return at == std::string::npos ? std::string_view() : std::string_view(h.shape).substr(at);
}

// Whether the parameters of a module are those of a graph.
bool fits(const graph& names, const std::vector<holder>& arguments)
{
    std::int64_t last = -1;
    for (const auto& h : arguments) {
        last = std::max(last, h.parameter);
        if (static_cast<std::size_t>(h.parameter) >= names.size() ||
            names[static_cast<std::size_t>(h.parameter)].dimensions != dimensions_of(h))
            return false;
    }
    return last + 1 == static_cast<std::int64_t>(names.size());
}

// `layers.*.weight` of `layers.12.weight`: equal for the parameters of equal layers.
std::string without_layers(std::string_view name)
{
    std::string result;
    for (std::size_t begin = 0; begin <= name.size();) {
        const auto end = std::min(name.find_first_of(".[]", begin), name.size());
        const auto part = name.substr(begin, end - begin);
        const bool is_number = !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
        result += is_number ? std::string_view("*") : part;
        if (end < name.size()) result += name[end];
        begin = end + 1;
    }
    return result;
}

void rename(holder_list& list, const graph& names)
{
    holder_list result;
    for (auto h : list) {
        if (h.parameter >= 0 && static_cast<std::size_t>(h.parameter) < names.size()) {
            const auto& name = names[static_cast<std::size_t>(h.parameter)].name;
            h.label = h.op_name = name;
            h.group = without_layers(name);
            h.scope = h.group.substr(0, h.group.rfind('.'));
        }
        result.push_back(h);
    }
    list = std::move(result);
}

} // namespace

bool name_parameters(memory_analysis& of, std::string_view json)
{
    rapidjson::Document read;
    read.Parse<rapidjson::kParseIterativeFlag>(json.data(), json.size());
    if (read.HasParseError() || !read.IsObject() || !read.HasMember("graphs") || !read["graphs"].IsArray())
        return false;
    std::vector<holder> arguments;
    for (std::size_t i = 0; i < of.holders.size(); ++i)
        if (of.holders.numbers(i).parameter >= 0) arguments.push_back(of.holders[i]);
    if (arguments.empty()) return true;
    const auto graphs = read["graphs"].GetArray();
    for (auto at = graphs.End(); at != graphs.Begin();) {
        const auto names = graph_in(*--at);
        if (!names) return false;
        if (!fits(*names, arguments)) continue;
        rename(of.holders, *names);
        rename(of.buffers, *names);
        for (auto& d : of.donations)
            if (d.parameter >= 0 && static_cast<std::size_t>(d.parameter) < names->size())
                d.argument = (*names)[static_cast<std::size_t>(d.parameter)].name;
        break;
    }
    return true;
}

} // namespace ballast::inline v0::answers
