#include "readers/node_types.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace ballast::readers {

namespace {

using json::kind;

const json::type& tree_type()
{
    const auto& fields = json::tree_file_type().fields;
    return *std::ranges::find(fields, "tree", &json::field::name)->of;
}

} // namespace

const json::type& held(const json::type& of)
{
    const auto* result = &of;
    while (result->kind == kind::optional || result->kind == kind::box || result->kind == kind::shared)
        result = result->element;
    return *result;
}

const std::vector<const json::type*>& node_types()
{
    static const auto all = [] {
        std::vector<const json::type*> result;
        std::vector<const json::type*> open;
        const std::function<void(const json::type&)> add = [&](const json::type& given) {
            const auto& of = held(given);
            if (std::ranges::find(open, &of) != open.end()) return;
            open.push_back(&of);
            for (const auto& field : of.fields) add(*field.of);
            for (const auto* alternative : of.alternatives) add(*alternative);
            if (of.element != nullptr) add(*of.element);
            if (of.kind == kind::structure) result.push_back(&of);
        };
        add(tree_type());
        return result;
    }();
    return all;
}

const json::type* node_type(std::string_view name)
{
    if (name == "tree") return &tree_type();
    const auto found = std::ranges::find(node_types(), name, &json::type::name);
    return found == node_types().end() ? nullptr : *found;
}

std::string type_name(const json::type& given)
{
    const auto& of = held(given);
    switch (of.kind) {
    case kind::boolean: return "bool";
    case kind::integer: return "int";
    case kind::natural: return "uint";
    case kind::text:
    case kind::letter: return "text";
    case kind::word:
        return of.name.empty() ? std::string(of.spellings().by_value.back() == "error_type." ? "subgroup" : "word")
                               : std::string(of.name);
    case kind::list: return type_name(*of.element) + "_list";
    default: return std::string(of.name);
    }
}

std::vector<place> places_of(std::string_view owner, const describe::action_data& action)
{
    std::vector<place> result;
    const auto* node = node_type(owner);
    for (std::size_t i = 0; i < action.path.size(); ++i) {
        const auto& name = action.path[i];
        if (node == nullptr) throw std::logic_error("no node has " + name);
        if (node->kind == kind::variant) { // the tree itself
            const auto alternative = std::ranges::find(node->alternatives, name, &json::type::name);
            if (alternative != node->alternatives.end()) {
                result.push_back({name, *alternative, *alternative, {}});
                node = *alternative;
                continue;
            }
            // The frame is a member of every alternative that has one.
            const auto has = [&](const json::type* a) {
                return std::ranges::count(a->fields, name, &json::field::name) != 0;
            };
            const auto holder = std::ranges::find_if(node->alternatives, has);
            if (holder == node->alternatives.end()) throw std::logic_error("no alternative " + name);
            node = *holder;
        }
        const auto field = std::ranges::find(node->fields, name, &json::field::name);
        if (field == node->fields.end()) throw std::logic_error(std::string(owner) + " has no " + name);
        place made{name, field->of, &held(*field->of), {}};
        if (made.type->kind == kind::variant) {
            const auto is = [&](std::string_view wanted) {
                const auto found = std::ranges::find_if(made.type->alternatives, [&](const json::type* a) {
                    return a->name == wanted || type_name(*a) == wanted;
                });
                if (found == made.type->alternatives.end()) return false;
                made.alternative = std::string(wanted);
                made.type = &held(**found);
                return true;
            };
            if (i + 1 < action.path.size() && is(action.path[i + 1]))
                ++i;
            else if (!is(action.alternative))
                throw std::logic_error(std::string(owner) + "." + name + " does not become " + action.alternative);
        }
        node = made.type;
        result.push_back(std::move(made));
    }
    return result;
}

std::string element_type(std::string_view owner, const describe::action_data& action)
{
    const auto& list = *places_of(owner, action).back().type;
    if (list.kind != kind::list) throw std::logic_error(std::string(owner) + " gathers no list");
    return type_name(*list.element);
}

} // namespace ballast::readers
