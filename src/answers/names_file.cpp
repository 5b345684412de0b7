#include "answers/names_file.hpp"

#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ballast::inline v0::answers {

namespace {

struct named_parameter {
    std::string name;
    std::string dimensions; // `[256,1024]`
};
using graph = std::vector<named_parameter>;

// Reads `{"graphs": [{"parameters": [{"name": "w", "shape": [256, 1024]}]}]}`; other members are skipped.
class names_reader : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, names_reader> {
public:
    // Empty if the text has another form.
    std::optional<std::vector<graph>> read(std::string_view json)
    {
        rapidjson::MemoryStream text(json.data(), json.size());
        rapidjson::Reader reader;
        const bool parsed = !reader.Parse<rapidjson::kParseIterativeFlag>(text, *this).IsError();
        return parsed && has_graphs_ && !wrong_ ? std::optional(std::move(graphs_)) : std::nullopt;
    }

    bool StartObject() { return open(false); }
    bool StartArray() { return open(true); }
    bool EndObject(rapidjson::SizeType) { return close(); }
    bool EndArray(rapidjson::SizeType) { return close(); }
    bool Key(const char* text, rapidjson::SizeType size, bool)
    {
        key_.assign(text, size);
        return true;
    }
    bool String(const char* text, rapidjson::SizeType size, bool)
    {
        if (is_in(level::parameter) && key_ == "name") {
            graphs_.back().back().name.assign(text, size);
            has_name_ = true;
        }
        return Default();
    }
    bool Int(int size) { return add(size); }
    bool Uint(unsigned size) { return add(size); }
    bool Int64(std::int64_t size) { return add(size); }
    // Any other value.
    bool Default()
    {
        wrong_ = wrong_ || is_in(level::shape) || is_in(level::graphs) || is_in(level::parameters);
        return true;
    }

private:
    enum class level : std::uint8_t { root, graphs, one_graph, parameters, parameter, shape, other };

    [[nodiscard]] bool is_in(level which) const { return !open_.empty() && open_.back() == which; }

    [[nodiscard]] level next(bool array) const
    {
        if (open_.empty()) return array ? level::other : level::root;
        if (is_in(level::root) && array && key_ == "graphs") return level::graphs;
        if (is_in(level::graphs) && !array) return level::one_graph;
        if (is_in(level::one_graph) && array && key_ == "parameters") return level::parameters;
        if (is_in(level::parameters) && !array) return level::parameter;
        if (is_in(level::parameter) && array && key_ == "shape") return level::shape;
        return level::other;
    }

    bool open(bool array)
    {
        const auto made = next(array);
        if (made == level::graphs) has_graphs_ = true;
        if (made == level::one_graph) {
            graphs_.emplace_back();
            has_parameters_ = false;
        }
        if (made == level::parameters) has_parameters_ = true;
        if (made == level::parameter) {
            graphs_.back().emplace_back();
            has_name_ = false;
        }
        if (made == level::shape) graphs_.back().back().dimensions = "[";
        open_.push_back(made);
        return true;
    }
    bool close()
    {
        if (is_in(level::shape)) graphs_.back().back().dimensions += ']';
        if (is_in(level::parameter) && (!has_name_ || graphs_.back().back().dimensions.empty())) wrong_ = true;
        if (is_in(level::one_graph) && !has_parameters_) wrong_ = true;
        open_.pop_back();
        return true;
    }
    bool add(std::int64_t size)
    {
        if (!is_in(level::shape)) return Default();
        auto& to = graphs_.back().back().dimensions;
        if (to.size() != 1) to += ',';
        to += std::to_string(size);
        return true;
    }

    std::vector<level> open_;
    std::string key_;
    std::vector<graph> graphs_;
    bool has_graphs_ = false;
    bool has_parameters_ = false; // of the last graph
    bool has_name_ = false;       // of the last parameter
    bool wrong_ = false;
};

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
    const auto graphs = names_reader().read(json);
    if (!graphs) return false;
    std::vector<holder> arguments;
    for (std::size_t i = 0; i < of.holders.size(); ++i)
        if (of.holders.numbers(i).parameter >= 0) arguments.push_back(of.holders[i]);
    if (arguments.empty()) return true;
    for (auto at = graphs->rbegin(); at != graphs->rend(); ++at) {
        const auto* names = &*at;
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
