#include "analyse/bare_shape.hpp"

#include "ballast/print.hpp"

#include <algorithm>
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

std::string bare_text(std::string_view shape)
{
    std::string result;
    while (!shape.empty()) {
        // A layout, `invalid{}` or `sparse{5}` follows the dimensions.
        const auto dimensions = std::min(shape.find(']'), shape.size() - 1) + 1;
        result += shape.substr(0, dimensions);
        shape.remove_prefix(dimensions);
        auto end = std::min(shape.find_first_of("{,)"), shape.size());
        if (end == shape.size() || shape[end] != '{') continue;
        for (std::size_t depth = 0; end < shape.size();) {
            const char c = shape[end++];
            depth += c == '{' ? 1U : 0U;
            if (c == '}' && --depth == 0) break;
        }
        shape.remove_prefix(end);
    }
    return result;
}

array_facts facts_of(std::string_view shape)
{
    if (shape.starts_with('(')) return {"tuple"};
    const bool buffer = shape.starts_with("b(");
    if (buffer) shape.remove_prefix(2);
    const auto begin = shape.find('[');
    const auto end = shape.find(']');
    if (begin == std::string_view::npos || end == std::string_view::npos) return {shape};
    array_facts result{shape.substr(0, begin)};
    if (!buffer)
        result.rank = begin + 1 == end ? 0
                                       : 1 + std::count(shape.begin() + static_cast<std::ptrdiff_t>(begin),
                                                        shape.begin() + static_cast<std::ptrdiff_t>(end), ',');
    return result;
}

} // namespace ballast::analyse
