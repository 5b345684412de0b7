#include "readers/python_nodes.hpp"

#include "readers/chapters.hpp"
#include "readers/node_types.hpp"
#include "readers/source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

namespace ballast::readers {

namespace {

using json::kind;

// The type hint of a value.
std::string hint_of(const json::type& of);

// Lists in variants are classes, so that they say which alternative they are.
std::string alternative_hint(const json::type& of)
{
    return held(of).kind == kind::list ? pascal_case(type_name(of)) : hint_of(of);
}
std::string hint_of(const json::type& of)
{
    switch (of.kind) {
    case kind::structure: return pascal_case(of.name);
    case kind::optional:
    case kind::box: return "Optional[" + hint_of(*of.element) + "]";
    case kind::shared: return hint_of(*of.element);
    case kind::list: return "Tuple[" + hint_of(*of.element) + ", ...]";
    case kind::boolean: return "bool";
    case kind::integer:
    case kind::natural:
    case kind::address:
    case kind::position: return "int";
    case kind::variant: {
        std::vector<std::string> parts;
        for (const auto* alternative : of.alternatives) {
            auto hint = alternative->kind == kind::nothing ? "None" : alternative_hint(held(*alternative));
            if (std::ranges::find(parts, hint) == parts.end()) parts.push_back(std::move(hint));
        }
        return fmt::format("Union[{}]", fmt::join(parts, ", "));
    }
    default: return "str";
    }
}

// The value of a new node's member, or a call that makes one.
struct initial {
    std::string text;
    bool made = false; // a node, of which each node has its own
};
initial default_of(const json::type& of, const void* x)
{
    switch (of.kind) {
    case kind::structure: return {pascal_case(of.name), true};
    case kind::optional:
    case kind::box: return {"None", false};
    case kind::shared: return default_of(*of.element, of.element->initial);
    case kind::list: return {"()", false};
    case kind::boolean: return {*static_cast<const bool*>(x) ? "True" : "False", false};
    case kind::integer: return {fmt::to_string(*static_cast<const std::int64_t*>(x)), false};
    case kind::natural: return {fmt::to_string(*static_cast<const std::uint64_t*>(x)), false};
    case kind::letter: return {quoted({static_cast<const char*>(x), 1}), false};
    case kind::word: return {quoted(of.spellings().by_value[*static_cast<const std::uint8_t*>(x)]), false};
    case kind::variant: {
        const auto& alternative = *of.alternatives[of.index(x)];
        if (alternative.kind == kind::nothing) return {"None", false};
        const auto& type = held(alternative);
        if (type.kind == kind::structure) return {pascal_case(type.name), true};
        if (type.kind == kind::list) return {pascal_case(type_name(type)) + "()", false};
        return default_of(alternative, of.held(x));
    }
    default: return {"\"\"", false};
    }
}

// What JSON needs to know about a member besides the type of its value.
std::string json_special(const json::type& of)
{
    const auto& type = held(of);
    if (type.kind == kind::address) return "\"address\"";
    if (type.kind == kind::variant) return "\"variant\"";
    return of.kind == kind::optional || of.kind == kind::box ? "\"optional\"" : "None";
}

class nodes_writer {
public:
    std::string write()
    {
        std::set<std::string> lists;
        for (const auto* type : node_types())
            for (const auto& field : type->fields) list_classes(*field.of, lists);
        nodes_ += "\n# --- nodes ---\n\n";
        for (const auto* type : node_types()) {
            nodes_ += fmt::format("\n@dataclass\nclass {}:\n", pascal_case(type->name));
            const auto lines = wrapped(description_of(type->name), 105);
            for (std::size_t i = 0; i < lines.size(); ++i)
                nodes_ += fmt::format("    {}{}{}\n", i == 0 ? "\"\"\"" : "", lines[i],
                                      i + 1 == lines.size() ? "\"\"\"" : "");
            if (!lines.empty() && !type->fields.empty()) nodes_ += '\n';
            if (type->fields.empty()) nodes_ += lines.empty() ? "    pass\n\n" : "\n";
            std::string table;
            for (const auto& field : type->fields) {
                if (field.of->kind == kind::position) continue;
                const auto value = default_of(*field.of, field.initial);
                nodes_ += fmt::format("    {}: {} = {}\n", python_member(field.name), hint_of(*field.of),
                                      value.made ? "field(default_factory=lambda: " + value.text + "())" : value.text);
                table += fmt::format("({}, {}, {}, {}), ", quoted(field.name), quoted(python_member(field.name)),
                                     field.required ? "True" : "False", json_special(*field.of));
            }
            nodes_ += type->fields.empty() ? "" : "\n";
            tables_ += fmt::format("    {}: ({}),\n", pascal_case(type->name), table);
        }
        nodes_ += "\n@dataclass\nclass Tree:\n    \"\"\"What a text is: one of the members.\"\"\"\n\n";
        const auto& tree = *node_type("tree");
        for (const auto* alternative : tree.alternatives)
            nodes_ += fmt::format("    {}: Optional[{}] = None\n", alternative->name, pascal_case(alternative->name));
        std::string alternatives;
        for (const auto* alternative : tree.alternatives)
            alternatives += fmt::format("(\"{0}\", \"{0}\", False, None), ", alternative->name);
        tables_ += fmt::format("    Tree: ({}),\n", alternatives);
        // Lists are classes only as alternatives; they must be defined before the nodes.
        nodes_ = list_text_ + nodes_;
        nodes_ += "\n\n# The members of nodes: their names in JSON and here, whether they are always written, and what "
                  "is special.\n"
                  "_MEMBERS: Dict[Any, Any] = {\n" +
                  tables_ + "}\n";
        nodes_ += "_ALTERNATIVES: Dict[Any, str] = {\n" + alternatives_ + "}\n";
        return nodes_;
    }

private:
    void list_classes(const json::type& given, std::set<std::string>& seen)
    {
        const auto& of = held(given);
        if (of.kind == kind::list) return list_classes(*of.element, seen);
        if (of.kind != kind::variant) return;
        for (const auto* alternative : of.alternatives) {
            if (alternative->kind == kind::nothing) continue;
            const auto& type = held(*alternative);
            const auto name = type_name(type);
            if (!seen.insert(name).second) continue;
            if (type.kind == kind::list) {
                list_text_ += fmt::format("\nclass {}({}):\n    __slots__ = ()\n\n", pascal_case(name),
                                          "Tuple[\"" + hint_of(*type.element) + "\", ...]");
                alternatives_ += fmt::format("    {}: \"{}\",\n", pascal_case(name), name);
            } else if (type.kind == kind::structure) {
                alternatives_ += fmt::format("    {}: \"{}\",\n", pascal_case(name), name);
            }
        }
    }

    std::string nodes_;
    std::string tables_;
    std::string list_text_;
    std::string alternatives_;
};

} // namespace

std::string python_member(std::string_view name)
{
    static constexpr std::array keywords{"as", "class", "def",    "del", "from", "global", "if",
                                         "in", "is",    "lambda", "not", "or",   "pass",   "with"};
    return std::ranges::find(keywords, name) == keywords.end() ? std::string(name) : std::string(name) + "_";
}

std::string python_nodes() { return nodes_writer().write(); }

} // namespace ballast::readers
