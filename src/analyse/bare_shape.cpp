#include "analyse/bare_shape.hpp"

#include "ballast/print.hpp"

#include <span>
#include <vector>

namespace ballast::analyse {

namespace {

ast::array_shape without_layout(ast::array_shape node)
{
    node.layout.reset();
    node.invalid_layout = false;
    return node;
}

} // namespace

// The depth is bounded, because the reader refuses more than 256 levels.
ast::shape without_layout(const ast::shape& node, ast::arena& memory)
{
    if (const auto* array = node.array()) return {without_layout(*array)};
    const auto* tuple = node.tuple();
    if (!tuple) return {ast::buffer_shape{without_layout(std::get<ast::buffer_shape>(node.form).array)}};
    std::vector<ast::shape> elements;
    elements.reserve(tuple->elements.size());
    for (const auto& element : tuple->elements) elements.push_back(without_layout(element, memory));
    return {ast::tuple_shape{memory.make_list(std::span<const ast::shape>(elements))}};
}

std::string text_of(const ast::shape& node)
{
    return printed([&](sink& out) { print(out, node, {}); });
}

std::string bare_text(const ast::shape& node)
{
    ast::arena memory;
    return text_of(without_layout(node, memory));
}

array_facts facts_of(const ast::shape& node)
{
    if (node.is_tuple()) return {"tuple"};
    const auto* array = node.array();
    const auto& type = (array ? *array : std::get<ast::buffer_shape>(node.form).array).type;
    const auto spelled = type.other ? *type.other : spelling(type.kind);
    return {spelled, array ? static_cast<std::int64_t>(array->dimensions.size()) : -1};
}

} // namespace ballast::analyse
